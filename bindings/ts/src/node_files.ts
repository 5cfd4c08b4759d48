interface NodeFiles {
  readFileSync(file: URL): Uint8Array<ArrayBuffer>;
}
interface Host {
  process?: { getBuiltinModule?(name: 'node:fs'): NodeFiles };
}

/** @internal Files, where Node runs. Asking for them this way leaves nothing for a bundler to look for. */
export const nodeFiles = (): NodeFiles | undefined => (globalThis as Host).process?.getBuiltinModule?.('node:fs');

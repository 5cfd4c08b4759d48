// Modules that the build provides under two names: Emscripten's module, and the engine as text.

declare module '#engine-glue' {
  /** What of Emscripten's options this package uses. */
  interface GlueOptions {
    /** Makes the instance; `receive` takes it when it is there. */
    instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void): object;
    /** The engine gave up; what this throws reaches the caller of the engine. */
    onAbort(reason: unknown): void;
  }
  /** Gives the module that native.ts describes. */
  export default function createEngine(options: GlueOptions): Promise<unknown>;
}

declare module '#engine-wasm' {
  /** engine.wasm as tools/build/pack.mjs packs it, as base64. */
  export const packedEngine: string;
  /** Bytes of engine.wasm. */
  export const packedSize: number;
  /** Of every 61st byte: tools/build/package.mjs. */
  export const engineSum: number;
  /** The module that unpacks it, as base64. */
  export const unpacker: string;
}

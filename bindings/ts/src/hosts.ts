// Types of the host that a project may lack: without the DOM library, or with a TypeScript before 5.2. If the host
// declares a type, that one is used.

declare global {
  interface SymbolConstructor {
    /** The key of `using`. TypeScript has it from 5.2 on; declared twice it is one. */
    readonly dispose: unique symbol;
  }
  /** An object for `using`. */
  interface Disposable {
    [Symbol.dispose](): void;
  }
}

type Global<Name extends string> = typeof globalThis extends Record<Name, { prototype: infer T }> ? T : never;

/** `AbortSignal`, or what is used of it. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer T } }
  ? T
  : {
      readonly aborted: boolean;
      addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
    };

/** Bytes in an `ArrayBuffer` or a view of one: `BufferSource`. */
export type Bytes = ArrayBufferView | ArrayBuffer;

/** `URL`, where there is one. */
export type HostURL = Global<'URL'>;

/** `Response`, where there is one. */
export type HostResponse = Global<'Response'>;

/** `WebAssembly.Module`, or any object where its type is unknown. */
export type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer T } } } ? T : object;

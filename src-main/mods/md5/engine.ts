/** Memory that several threads and WebAssembly work on. */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer
}

/** Memory of one thread. */
export interface OwnMemory {
  readonly buffer: ArrayBuffer
}

interface Engine {
  Memory: {
    new (size: { initial: number; maximum: number; shared: true }): SharedMemory
    new (size: { initial: number; maximum: number }): OwnMemory
  }
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object
  Instance: new (module: object, imports: { env: { memory: SharedMemory } }) => { exports: Record<string, unknown> }
}

/** Node's types leave WebAssembly to the browser's, which main must not see. */
const engine = (globalThis as unknown as { WebAssembly: Engine }).WebAssembly

const PAGE = 65_536

/** Memory of at least so many bytes, all zero. */
export const shareMemory = (bytes: number): SharedMemory =>
  new engine.Memory({ initial: Math.ceil(bytes / PAGE), maximum: Math.ceil(bytes / PAGE), shared: true })

/** {@link shareMemory} for one thread alone. */
export const ownMemory = (bytes: number): OwnMemory =>
  new engine.Memory({ initial: Math.ceil(bytes / PAGE), maximum: Math.ceil(bytes / PAGE) })

/** Starts a module, and gives its function `run`. */
export const startModule = (bytes: Uint8Array<ArrayBuffer>, memory: SharedMemory): ((...given: number[]) => void) =>
  new engine.Instance(new engine.Module(bytes), { env: { memory } }).exports.run as (...given: number[]) => void

/** Memory that several threads and WebAssembly work on. It can be handed to a thread as it is. */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer
}

/** Memory of one thread. */
export interface OwnMemory {
  readonly buffer: ArrayBuffer
}

/** A function of 32-bit numbers. */
export type Run = (...given: number[]) => number

interface Engine {
  Memory: {
    new (size: { initial: number; maximum: number; shared: true }): SharedMemory
    new (size: { initial: number; maximum: number }): OwnMemory
  }
  Module: new (bytes: Uint8Array<ArrayBuffer>) => Module
  Instance: new (module: Module, imports: { env: Record<string, unknown> }) => { exports: Record<string, unknown> }
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

/** A program that can be started. */
export type Module = object

export const compile = (bytes: Uint8Array<ArrayBuffer>): Module => new engine.Module(bytes)

/** Starts a module, and gives its functions. @param functions that it imports beside its memory */
export const startModule = <Name extends string = 'run'>(
  module: Module,
  memory: SharedMemory,
  functions: Record<string, unknown> = {},
): Record<Name, Run> => new engine.Instance(module, { env: { ...functions, memory } }).exports as Record<Name, Run>

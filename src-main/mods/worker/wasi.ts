import { createRequire } from 'node:module'

/** WASI's functions (preview 1), by name. All of them give an error's number, or 0. */
export type WasiFunctions = Readonly<Record<string, (...given: never[]) => number>>

interface Wasi {
  readonly wasiImport: WasiFunctions
  initialize(instance: object): void
}
type MakeWasi = new (options: { version: 'preview1'; preopens: Record<string, string> }) => Wasi

/** The number by which WASI knows the folder that it was given; paths are below it, and begin with no slash. */
export const DISK = 3

/** Kinds of what is on disk, as WASI tells them. */
export const WasiKind = { folder: 3, file: 4, link: 7 } as const

/** Where the numbers stand in a stat as WASI writes it. */
export const WasiStat = { inode: 8, kind: 16, size: 32, mtime: 48, ctime: 56 } as const

const started = new Set<WasiFunctions>()

/** Loads WASI without its warning that it is an experiment: no program is run in it, and what it tells is checked. */
function loadWasi(): MakeWasi {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return (createRequire(import.meta.url)('node:wasi') as { WASI: MakeWasi }).WASI
  } finally {
    process.emitWarning = emitWarning
  }
}

/**
 * Gives WASI's functions, for one memory and one absolute folder; undefined where there are none, or no such folder. On Windows
 * they are not tried: to open a file there takes many times longer than what they save.
 */
export function startWasi(memory: object, folder: string): WasiFunctions | undefined {
  if (process.platform === 'win32') return undefined
  try {
    const wasi = new (loadWasi())({ version: 'preview1', preopens: { '/': folder } })
    wasi.initialize({ exports: { memory, _initialize: () => undefined } })
    started.add(wasi.wasiImport)
    return wasi.wasiImport
  } catch {
    return undefined
  }
}

/** Closes the folder that WASI was given. Nobody else does, not even the end of the thread; and while a folder is open its disk cannot be taken away. */
export function closeWasi(wasi: WasiFunctions): void {
  if (started.delete(wasi)) wasi['fd_close']?.(DISK as never)
}

/** {@link closeWasi} for all of this thread, at its end. */
export function closeAllWasi(): void {
  for (const wasi of started) closeWasi(wasi)
}

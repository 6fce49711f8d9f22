import { type BigIntStats, Dirent } from 'node:fs'
import { failureOf, isToldAsLink, isToldCoarsely } from './faults.ts'

type Call = (...args: unknown[]) => unknown
interface OpenFile {
  [call: string]: unknown
}

/** Paths of the files that are open, by number. */
const openPaths = new Map<number, string>()

/** The paths of a call: its file, and where to, which is never what is read or written. */
function pathsOf([file, to]: readonly unknown[]): string[] {
  if (typeof file === 'number') return [openPaths.get(file) ?? []].flat()
  const names = [file, to].filter((one) => typeof one === 'string' || one instanceof URL)
  return (Buffer.isBuffer(file) ? [file, ...names] : names).map(String)
}

/** Fails as planted, or never ends. The timer holds the promise, so that nothing is collected that waits for it. */
async function meetFault(call: string, paths: readonly string[]): Promise<void> {
  const failure = failureOf(call, paths)
  if (failure && 'code' in failure && failure.code === 'ENEVER')
    await new Promise((resolve) => setInterval(() => void resolve, 60_000))
  if (failure) throw failure
}

/** Makes the calls on an open file fail like those on its path. */
function faultyHandle(handle: OpenFile, path: string): OpenFile {
  for (const [name, call] of Object.entries({
    read: 'read',
    readFile: 'read',
    write: 'write',
    writeFile: 'write',
    sync: 'sync',
    stat: 'stat',
  })) {
    const real = (handle[name] as Call).bind(handle)
    handle[name] = async (...args: unknown[]) => {
      await meetFault(call, [path])
      return real(...args)
    }
  }
  return handle
}

const TWO_SECONDS = 2_000_000_000n

/** A file's times and number as on a FAT disk: the time of writing, exact to two seconds. */
function coarse(stats: BigIntStats): BigIntStats {
  const mtimeNs = stats.mtimeNs - (stats.mtimeNs % TWO_SECONDS)
  return Object.assign(stats, { mtimeNs, ctimeNs: mtimeNs, ino: 0n })
}

const isOfFile = (result: unknown): result is BigIntStats =>
  typeof result === 'object' && result !== null && 'mtimeNs' in result

const byPromise =
  (name: string, real: Call): Call =>
  async (...args) => {
    const paths = pathsOf(args)
    await meetFault(name, paths)
    const result = await real(...args)
    return name === 'open' ? faultyHandle(result as OpenFile, paths[0] ?? '') : result
  }

const atOnce =
  (name: string, real: Call): Call =>
  (...args) => {
    const paths = pathsOf(args)
    const failure = failureOf({ readv: 'read', writev: 'write', fsync: 'sync', fstat: 'stat' }[name] ?? name, paths)
    if (failure) throw failure
    const result = real(...args)
    if (isOfFile(result) && isToldCoarsely(paths[0] ?? '')) return coarse(result)
    if (name === 'readdir')
      for (const entry of result as (string | Dirent)[])
        if (entry instanceof Dirent && isToldAsLink(entry.name))
          Object.assign(entry, { isSymbolicLink: () => true, isFile: () => false, isDirectory: () => false })
    if (name === 'open') openPaths.set(result as number, paths[0] ?? '')
    return result
  }

const isCall = (value: unknown): value is Call => typeof value === 'function'

/** `node:fs/promises` with the planted faults. */
export const faultyPromises = <T extends object>(real: T): T =>
  new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      return typeof name === 'string' && isCall(value) ? byPromise(name, value) : value
    },
  })

/** `node:fs` with the planted faults: its promises and its sync calls, which are the ones that the app uses. */
export const faultyFs = <T extends object>(real: T): T =>
  new Proxy(real, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (name === 'promises') return faultyPromises(value as object)
      if (typeof name !== 'string' || !name.endsWith('Sync') || !isCall(value)) return value
      const call = name.slice(0, -'Sync'.length)
      return Object.assign(atOnce(call, value), 'native' in value ? { native: atOnce(call, value.native as Call) } : {})
    },
  })

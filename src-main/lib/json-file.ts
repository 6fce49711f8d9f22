import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import * as v from 'valibot'
import { errnoOf, isMissing, keepAside, readSync, readText, writeFileAtomic, writeFileAtomicSync } from './files.ts'
import pLimit from 'p-limit'

/**
 * A small JSON file of a known shape. A damaged file counts as absent, and is kept as `….damaged`. So is one that could not be read, before
 * anything replaces it.
 */
export interface JsonFile<T> {
  /** Undefined if the file is missing or cannot be read. */
  read(): Promise<T | undefined>
  readNow(): T | undefined
  /** Writes values in the order of the calls. @throws an errno error if the disk refuses */
  write(value: T): Promise<void>
  /** Writes a value that may be lost: a failure is only logged. */
  keep(value: T): Promise<void>
  /** Resolves when everything is written. */
  written(): Promise<void>
  /** Like `keep`, but synchronous, for the end of the app. */
  keepNow(value: T): void
}

function orElse<R>(work: () => R, failed: (error: unknown) => undefined): R | undefined {
  try {
    return work()
  } catch (error) {
    return failed(error)
  }
}

/** Opens the file at `path` (absolute), which need not exist. `log` gets damaged files and failed writes. */
export function jsonFile<S extends v.GenericSchema>(
  path: string,
  schema: S,
  log: (line: string, error: unknown) => void,
): JsonFile<v.InferOutput<S>> {
  const report = (what: string) => (error: unknown) => void log(`${basename(path)} ${what}`, error)
  let isUnread = false
  const unread = (error: unknown) => {
    isUnread = !isMissing(errnoOf(error))
    return isUnread ? report('cannot be read')(error) : undefined
  }
  const lost = report('was not written')
  /** @throws an errno error if a file that could not be read, or not be kept aside, is still in the way */
  const makeRoom = () => {
    if (isUnread && existsSync(path)) keepAside(path)
    isUnread = false
  }
  const parse = (text: string | undefined): v.InferOutput<S> | undefined => {
    if (text === undefined) return undefined
    const damaged = () => report('is damaged, and starts empty')(undefined) // the error would tell what it says
    const value = orElse(() => v.parse(schema, JSON.parse(text)), damaged)
    isUnread = value === undefined
    if (isUnread) orElse(makeRoom, report('was not kept aside'))
    return value
  }
  const inTurn = pLimit(1)
  const write = (value: v.InferOutput<S>): Promise<void> => {
    const text = JSON.stringify(value) // now, since the value may change before its turn
    return inTurn(async () => {
      makeRoom()
      await writeFileAtomic(path, text)
    })
  }
  return {
    read: async () => parse(await readText(path).catch(unread)),
    readNow: () => parse(orElse(() => String(readSync(path)), unread)),
    write,
    keep: (value) => write(value).catch(lost),
    written: () => inTurn(() => undefined),
    keepNow: (value) =>
      orElse(() => {
        makeRoom()
        writeFileAtomicSync(path, JSON.stringify(value))
      }, lost),
  }
}

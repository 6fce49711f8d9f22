import { renameSync } from 'node:fs'
import { basename } from 'node:path'
import * as v from 'valibot'
import { errnoOf, isMissing, readSync, readText, writeFileAtomic, writeFileAtomicSync } from './files.ts'
import pLimit from 'p-limit'

/** A small JSON file of a known shape. A damaged file counts as absent, and is kept as `….damaged`. */
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
  const unread = (error: unknown) => (isMissing(errnoOf(error)) ? undefined : report('cannot be read')(error))
  const lost = report('was not written')
  const parse = (text: string | undefined): v.InferOutput<S> | undefined => {
    if (text === undefined) return undefined
    const value = orElse(() => v.parse(schema, JSON.parse(text)), report('is damaged, and starts empty'))
    if (value === undefined) orElse(() => renameSync(path, `${path}.damaged`), report('was not kept aside'))
    return value
  }
  const inTurn = pLimit(1)
  const write = (value: v.InferOutput<S>): Promise<void> => {
    const text = JSON.stringify(value) // now, since the value may change before its turn
    return inTurn(() => writeFileAtomic(path, text))
  }
  return {
    read: async () => parse(await readText(path).catch(unread)),
    readNow: () => parse(orElse(() => String(readSync(path)), unread)),
    write,
    keep: (value) => write(value).catch(lost),
    written: () => inTurn(() => undefined),
    keepNow: (value) => orElse(() => writeFileAtomicSync(path, JSON.stringify(value)), lost),
  }
}

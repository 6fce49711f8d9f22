import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Failure, isFailure } from '../../src-preload/contract/failure.ts'
import { formatBytes } from '../../src-preload/contract/progress.ts'
import type { ModsWorkers } from '../mods/index.ts'

export interface Terminal {
  /** Addresses of the built workers. */
  workers: ModsWorkers
  env: Readonly<Record<string, string | undefined>>
  /** Only for the result. */
  stdout: NodeJS.WritableStream
  /** Progress and messages. */
  stderr: NodeJS.WritableStream & { isTTY?: boolean; columns?: number }
}

/** The system's folder for caches, or `LOADOUT_CACHE_DIR`. */
export function cacheDir(env: Terminal['env'], platform: NodeJS.Platform = process.platform): string {
  if (env.LOADOUT_CACHE_DIR) return env.LOADOUT_CACHE_DIR
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'Loadout', 'Cache')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Loadout')
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'loadout')
}

export const Exit = { ready: 0, damaged: 1, usage: 2, failed: 3, interrupted: 130 } as const

/** The command was used wrongly. The message says how. */
export class Usage extends Error {}

export const unusableText = ({ path, errno }: Failure<'game-dir-unusable'>['facts']): string =>
  errno === 'ETIMEDOUT'
    ? `the drive with the folder ${path} is not responding`
    : `the folder ${path} cannot be used (${errno})`

/** Turns a folder that cannot be read into an error of usage. Returns any other error as it is. */
export const asUsage = (error: unknown): unknown =>
  isFailure(error) && error.is('game-dir-unusable') ? new Usage(unusableText(error.facts)) : error

/** Reads an option with a whole number. @throws Usage */
export function numberOf(name: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  if (!(value >= least && value <= most)) throw new Usage(`--${name} must be a number from ${least} to ${most}`)
  return value
}

/** Reads the number of threads in `--workers`. @throws Usage */
export const workersOf = (text: string | undefined): number | undefined => numberOf('workers', text, 1, 64)

/** JSON with control characters and the like escaped, because a terminal may show it. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(value).replace(/\p{C}/gu, (text) =>
    [...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )

const ROWS_AT_ONCE = 1000

function* piecesOfJson(value: object): Generator<string> {
  if (Array.isArray(value)) {
    yield '['
    for (let from = 0; from < value.length; from += ROWS_AT_ONCE)
      yield (from > 0 ? ',' : '') + jsonOf(value.slice(from, from + ROWS_AT_ONCE)).slice(1, -1)
    yield ']'
    return
  }
  let before = '{'
  for (const [key, one] of Object.entries(value) as [string, unknown][]) {
    if (one === undefined) continue
    yield `${before}${jsonOf(key)}:`
    if (typeof one === 'object' && one !== null) yield* piecesOfJson(one)
    else yield jsonOf(one)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

/** Writes a result as one line of JSON, in pieces because it may be as long as a hash list. Without a `code`, the result is the code. */
export function writeJson<T extends { result: string; code?: string }>(stdout: NodeJS.WritableStream, value: T): void {
  for (const piece of piecesOfJson({ ...value, code: value.code ?? value.result })) stdout.write(piece)
  stdout.write('\n')
}

/** A count with its noun: `1 file`, `2 files`. */
export const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`)

/** A number with its unit as in the app, but with a plain blank, so that a log can be searched for it. */
export const withBlanks = (text: string): string => text.replaceAll('\u00A0', ' ')

export const sizeText = (bytes: number): string => withBlanks(formatBytes('en', bytes))

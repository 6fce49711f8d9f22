import { homedir } from 'node:os'
import { join } from 'node:path'
import { isFailure } from '../../src-preload/contract/failure.ts'
import type { ModsWorkers } from '../mods/index.ts'

/** Where a command reads its surroundings and writes to. */
export interface Terminal {
  /** The built threads. */
  workers: ModsWorkers
  env: Readonly<Record<string, string | undefined>>
  /** The result's alone. */
  stdout: NodeJS.WritableStream
  /** Progress and messages. */
  stderr: NodeJS.WritableStream & { isTTY?: boolean; columns?: number }
}

/** Where the system wants caches to be; `LOADOUT_CACHE_DIR` says otherwise. */
export function cacheDir(env: Terminal['env'], platform: NodeJS.Platform = process.platform): string {
  if (env.LOADOUT_CACHE_DIR) return env.LOADOUT_CACHE_DIR
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'Loadout', 'Cache')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Loadout')
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'loadout')
}

/** What a command ends with. */
export const Exit = { ready: 0, damaged: 1, usage: 2, failed: 3, interrupted: 130 } as const

/** The command was called wrongly; the message says how. */
export class Usage extends Error {}

/** A folder that cannot be listed is a wrong word: nothing can be said of any file in it. Anything else comes back as it is. */
export function asUsage(error: unknown, folder: string): unknown {
  if (!isFailure(error) || error.code !== 'game-dir-unusable' || !('errno' in error.facts)) return error
  const { errno } = error.facts
  if (errno === 'ETIMEDOUT') return new Usage(`the disk with the folder ${folder} is not responding`)
  return new Usage(`the folder ${folder} cannot be read (${errno})`)
}

/** An option that is a whole number. @throws Usage */
export function numberOf(name: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  if (!(value >= least && value <= most)) throw new Usage(`--${name} must be a number from ${least} to ${most}`)
  return value
}

/** How many threads `--workers` wants. @throws Usage */
export const workersOf = (text: string | undefined): number | undefined => numberOf('workers', text, 1, 64)

/** A text from outside, fit for a terminal: control characters and the like are spelled out. */
export const printable = (text: string): string =>
  text.replace(/[\p{C}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)

/** JSON whose control characters and the like are escaped: it may come to a terminal, too. */
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

/** Writes a result as one line of JSON, piece after piece: it may be as long as a hash list. Its `code` is its verdict unless a closer one is told. */
export function writeJson<T extends { verdict: string; code?: string }>(stdout: NodeJS.WritableStream, value: T): void {
  for (const piece of piecesOfJson({ ...value, code: value.code ?? value.verdict })) stdout.write(piece)
  stdout.write('\n')
}

/** So many files, or so many of what else. */
export const files = (count: number, what = 'file'): string => `${count} ${what}${count === 1 ? '' : 's'}`

const units = ['B', 'kB', 'MB', 'GB', 'TB']

/** Bytes in steps of 1024, as the app says them, in the unit that fits. */
export function sizeText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const value = bytes / 1024 ** power
  const digits = power === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2
  return `${value.toFixed(digits)} ${units[power] ?? ''}`
}

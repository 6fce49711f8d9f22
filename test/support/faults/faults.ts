import { appendFileSync, closeSync, openSync } from 'node:fs'

/** Calls of the file system that can be made to fail; their `…Sync` forms with them, and those of an open file. */
const calls = [
  'open',
  'read',
  'write',
  'sync',
  'stat',
  'lstat',
  'readdir',
  'realpath',
  'readFile',
  'writeFile',
  'mkdir',
  'rename',
  'copyFile',
  'rm',
  'unlink',
] as const

/** A call that fails with `errno`, for paths that contain `match`, `times` times. */
interface FileFault {
  word: string
  call: string
  errno: string
  match: string
  left: number
}

/** The clock is off by `ms` from its nth reading on. */
interface ClockJump {
  word: string
  ms: number
  atReading: number
}

interface Planted {
  files: FileFault[]
  clock: ClockJump[]
  /** How many times as fast the pauses before another try pass. */
  haste: { word: string; times: number } | undefined
}

const FILE = new RegExp(`^(${calls.join('|')}):(E[A-Z0-9]{2,15})@([^*]+?)(?:\\*(\\d{1,4}))?$`)
const CLOCK = /^clock:([+-]\d{1,13})(?:\*(\d{1,6}))?$/
const HASTE = /^haste:([1-9]\d{0,2})$/

/**
 * Reads faults, words with commas between:
 *
 *     rename:EBUSY@.pbo*2        the first two renames of a path with `.pbo` in it fail with EBUSY, in each thread
 *     open:EIO@core.pbo          every open of such a path fails
 *     readdir:EHANG@@Mod         the disk does not answer: the call waits until something opens the pipe LOADOUT_TEST_PIPE to write
 *     write:ENEVER@.pbo          a promised call neither succeeds nor fails
 *     open:EEXIT@.pbo            the thread ends
 *     rename:EBUG@.pbo           the call fails as a bug in the app would
 *     readdir:ELINK@.pbo         names in a folder are reported as links, as Windows reports every reparse point
 *     stat:ECOARSE@.pbo          times are exact to two seconds and files have no number, as on a FAT disk
 *     clock:-3600000             the clock is an hour late
 *     clock:+86400000*50         the clock jumps a day ahead at its fiftieth reading
 *     haste:20                   the pauses before another try take a twentieth of their time
 *
 * @throws Error for a word that is none of these
 */
export function parseFaults(text: string): Planted {
  const planted: Planted = { files: [], clock: [], haste: undefined }
  for (const word of text.split(',').map((part) => part.trim())) {
    const [file, clock, haste] = [FILE.exec(word), CLOCK.exec(word), HASTE.exec(word)]
    if (file) {
      const [, call = '', errno = '', match = '', times] = file
      planted.files.push({ word, call, errno, match, left: times === undefined ? Infinity : Number(times) })
    } else if (clock) planted.clock.push({ word, ms: Number(clock[1]), atReading: Number(clock[2] ?? 1) })
    else if (haste) planted.haste = { word, times: Number(haste[1]) }
    else if (word !== '') throw new Error(`"${word}" is no fault`)
  }
  return planted
}

/** The faults of this thread: those that the environment names, until a test plants its own. */
let planted = parseFaults(process.env.LOADOUT_TEST_FAULTS ?? '')
const counted = new Map<string, number>()
let readings = 0

/** Plants faults in this thread. Returns a function that removes them, and one that counts a word's hits. */
export function plant(text: string): { hits: (word: string) => number; takeOut: () => void } {
  const before = planted
  planted = parseFaults(text)
  counted.clear()
  readings = 0
  return { hits: (word) => counted.get(word) ?? 0, takeOut: () => void (planted = before) }
}

/** Counts a hit, here and in the file that the environment names, so that the test can read it. */
function hit(word: string): void {
  counted.set(word, (counted.get(word) ?? 0) + 1)
  const file = process.env.LOADOUT_TEST_HITS
  if (file) appendFileSync(file, `${word}\n`)
}

/** Faults that change the facts about a file. */
const isTold = ({ errno }: FileFault): boolean => errno === 'ELINK' || errno === 'ECOARSE'

/** The error of a call of the file system; undefined if it succeeds. */
export function failureOf(call: string, paths: readonly string[]): Error | undefined {
  for (const fault of planted.files) {
    const path = paths.find((one) => one.includes(fault.match))
    if (fault.call !== call || isTold(fault) || path === undefined || fault.left <= 0) continue
    fault.left--
    hit(fault.word)
    const { errno: code } = fault
    if (code === 'EHANG') {
      closeSync(openSync(process.env.LOADOUT_TEST_PIPE ?? '', 'r'))
      return undefined
    }
    if (code === 'EEXIT') process.exit(1)
    if (code === 'EBUG') return new TypeError('a bug')
    return Object.assign(new Error(`${code}: planted, ${call} '${path}'`), { code, syscall: call, path })
  }
  return undefined
}

function isToldBy(errno: string, path: string): boolean {
  const fault = planted.files.find((one) => one.errno === errno && path.includes(one.match))
  if (fault) hit(fault.word)
  return fault !== undefined
}

/** True if a name in a folder is reported as a link. */
export const isToldAsLink = (name: string): boolean => isToldBy('ELINK', name)

/** True if a file's times are exact to two seconds only. */
export const isToldCoarsely = (path: string): boolean => isToldBy('ECOARSE', path)

/** How far the clock is off at this reading, ms. */
export function clockShift(): number {
  readings++
  for (const { word, atReading } of planted.clock) if (readings === atReading) hit(word)
  return planted.clock.reduce((sum, { ms, atReading }) => (readings >= atReading ? sum + ms : sum), 0)
}

/** How many times as fast time passes. */
export const hasteOfTime = (): number => planted.haste?.times ?? 1

/** The real length of a pause, ms. */
export function pauseOf(ms: number): number {
  if (planted.haste) hit(planted.haste.word)
  return ms / hasteOfTime()
}

/** Things of the file system that can be made to fail. */
const fileDeeds = ['open', 'rename', 'stat', 'readdir', 'rm', 'copyFile', 'readFile', 'writeFile', 'mkdir'] as const
export type FileDeed = (typeof fileDeeds)[number]

const FILE = new RegExp(`^(${fileDeeds.join('|')}):(E[A-Z0-9]{2,15})@([^*]+?)(?:\\*(\\d{1,4}))?$`)

/** A fault of the file system: `deed` fails with `errno` for paths that contain `match`, `times` times. */
export interface FileFault {
  deed: FileDeed
  errno: string
  match: string
  times: number
}

/** A fault of the demo community's service, for paths that contain `match`. */
export interface ServiceFault {
  kind: 'truncate' | 'reset' | 'empty' | 'not-json' | 'stall' | 'status'
  /** Only of `status`. */
  status: number
  match: string
  times: number
}

export interface ClockJump {
  ms: number
  /** Which reading of the clock is the first to see it. */
  atReading: number
}

export interface InjectedFaults {
  files: readonly FileFault[]
  service: readonly ServiceFault[]
  /** The jumps of the app's clock, in ms, each at its nth reading (from the first on where none is told). */
  clock: readonly ClockJump[]
  /** How many times as fast the pauses before another try pass; 1 where none is told. */
  haste: number
}

const timesOf = (text: string | undefined) => (text === undefined ? Infinity : Number(text))

/** What is collected while the words are read. */
interface Found {
  files: FileFault[]
  service: ServiceFault[]
  clock: ClockJump[]
  haste: number
}

function readOne(word: string, into: Found): void {
  const file = FILE.exec(word)
  const service = /^http:(\d{3}|truncate|reset|empty|not-json|stall)@([^*]+?)(?:\*(\d{1,4}))?$/.exec(word)
  const haste = /^haste:([1-9]\d{0,2})$/.exec(word)
  const clock = /^clock:([+-]\d{1,13})(?:\*(\d{1,6}))?$/.exec(word)
  if (file) {
    const deed = fileDeeds.find((known) => known === file[1]) ?? 'open'
    into.files.push({ deed, errno: file[2] ?? '', match: file[3] ?? '', times: timesOf(file[4]) })
  } else if (service) {
    const status = Number(service[1])
    const kind = status > 0 ? 'status' : (service[1] as ServiceFault['kind'])
    into.service.push({ kind, status: status || 0, match: service[2] ?? '', times: timesOf(service[3]) })
  } else if (clock) into.clock.push({ ms: Number(clock[1]), atReading: Number(clock[2] ?? 1) })
  else if (haste) into.haste = Number(haste[1])
  else throw new Error(`LOADOUT_FAULTS: "${word}" is no fault`)
}

/**
 * Reads `LOADOUT_FAULTS`, words with commas between:
 *
 *     rename:EBUSY@.pbo*2        the first two renames of a path with `.pbo` in it fail with EBUSY
 *     open:EIO@core.pbo          every open of such a path fails (also EPERM, ENOSPC, …; and see `fileDeeds`)
 *     http:503@/v1/mods*1        the demo's service or bank answers once with 503 (also truncate, reset, empty, not-json, stall)
 *     clock:-3600000             the app's clock is an hour late
 *     clock:+86400000*50         the app's clock jumps a day ahead at its fiftieth reading
 *     haste:20                   the pauses before a reading or a repair tries again take a twentieth of their time
 *
 * @throws Error for a word that is none of these: a test that injects nothing must not pass by mistake
 */
export function parseFaults(text: string): InjectedFaults {
  const into: Found = { files: [], service: [], clock: [], haste: 1 }
  for (const word of text.split(',').map((part) => part.trim())) if (word !== '') readOne(word, into)
  return into
}

/** A clock that jumps as told. */
export function jumpingClock(jumps: readonly ClockJump[], real: () => number = Date.now): () => Date {
  let readings = 0
  return () => {
    readings++
    const shift = jumps.reduce((sum, { ms, atReading }) => (readings >= atReading ? sum + ms : sum), 0)
    return new Date(real() + shift)
  }
}

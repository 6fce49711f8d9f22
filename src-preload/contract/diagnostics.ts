import * as v from 'valibot'
import type { AsideEntry, EndpointName } from './community/index.ts'
import { call, topic } from './members.ts'
import { MOST_REASON } from './page-failure.ts'

/** What went to one host, since the app started. */
export interface TrafficRow {
  host: string
  requests: number
  /** Bytes of what was sent: request lines, headers and bodies. */
  sentBytes: number
  /** Bytes of the bodies that came back. */
  receivedBytes: number
  /** Milliseconds since the epoch. */
  lastAt: number
}

/** What a crash log of the game says. */
export interface CrashReading {
  /** Name of the log file, without its folder. */
  file: string
  /** When the log was written last, in milliseconds since the epoch. */
  at: number
  /** Known causes found, likeliest first; empty when nothing known stands in it. */
  causes: readonly CrashFinding[]
  /** It ends with a crash or a kick. */
  abnormal: boolean
  /** The log's last lines, redacted, with the cause that a line is the sign of. */
  lines: readonly LogLine[]
}

export interface LogLine {
  text: string
  cause?: CrashCause
}

export interface CrashFinding {
  cause: CrashCause
  /** The line that tells it, redacted and shortened. */
  line: string
  /** The addon, file or number that the sentence names, if any. */
  detail: string
}

/** The usual causes of a crash or a kick, each with its sentence and advice in both languages. */
export const crashCauses = [
  'missing-addon',
  'wrong-signature',
  'modified-files',
  'battleye-kick',
  'battleye-service',
  'version-mismatch',
  'steam-ticket',
  'high-ping',
  'banned',
  'wrong-password',
  'kicked',
  'page-file',
  'out-of-memory',
  'graphics-device-lost',
  'graphics-out-of-memory',
  'graphics-driver',
  'corrupt-file',
  'disk-full',
  'disk-read',
  'access-denied',
  'missing-file',
  'runtime-missing',
  'missing-dll',
  'memory-allocator',
  'connection-lost',
  'sound-device',
  'script-stack',
  'config-error',
  'illegal-instruction',
  'memory-damaged',
  'access-violation',
] as const
export type CrashCause = (typeof crashCauses)[number]

/** Entries of one address's present answer that could not be read. */
export interface SetAsideRow {
  /** Name and path template of the endpoint; never the path itself, which may hold a secret. */
  endpoint: EndpointName
  path: string
  /** When the answer came, in milliseconds since the epoch. */
  at: number
  /** All of them; `entries` holds the first. */
  count: number
  entries: readonly AsideEntry[]
}

export const diagnosticsContract = {
  /** The support report as it would be copied: redacted, with user name and folders masked. */
  report: call<string>()('reads', v.undefined()),
  /** Copies the report to the clipboard. */
  copyReport: call<void>()('harmless', v.undefined()),
  /** @throws Failure `log-folder-not-opened` */
  openLogFolder: call<void>()('player', v.undefined()),
  /** Writes to the log why the page did not come alive; its incident number. */
  pageFailed: call<string>()('harmless', v.strictObject({ reason: v.pipe(v.string(), v.maxLength(MOST_REASON)) })),
  /** Reads the game's newest log, here, and says what it shows. Nothing leaves the computer. */
  readCrash: call<CrashReading>()('reads', v.undefined()),
  /** Copies the last lines of that log to the clipboard, redacted, with user name and folders masked. */
  copyCrash: call<void>()('harmless', v.undefined()),
  /** Whom the app has spoken to since it started. */
  traffic: topic<readonly TrafficRow[]>(),
  /** What could not be read of the community's answers, newest first. */
  setAside: topic<readonly SetAsideRow[]>(),
}

import * as v from 'valibot'
import type { AsideEntry, EndpointName } from './community/index.ts'
import { call, topic } from './members.ts'
import { MOST_REASON } from './page-failure.ts'

/** Traffic with one host since the app started. */
export interface TrafficRow {
  host: string
  requests: number
  /** Bytes of request lines, headers and bodies. */
  sentBytes: number
  /** Bytes of the answers' bodies. */
  receivedBytes: number
  /** Milliseconds since the epoch. */
  lastAt: number
}

/** The result of reading a log of the game. */
export interface CrashReading {
  /** Name of the log file, without its folder. */
  file: string
  /** Time of the log's last change, in milliseconds since the epoch. */
  at: number
  /** Known causes that were found, the likeliest first. */
  causes: readonly CrashFinding[]
  /** True if the log ends with a crash or a kick. */
  abnormal: boolean
  /** The log's last lines, redacted and with user name and folders masked, each with the cause that it indicates. */
  lines: readonly LogLine[]
}

export interface LogLine {
  text: string
  cause?: CrashCause
}

export interface CrashFinding {
  cause: CrashCause
  /** The line that indicates it, redacted and shortened. */
  line: string
  /** The addon, file or number for the sentence; empty if there is none. */
  detail: string
  /** What needs it; empty if the line does not say. */
  by: string
}

/** The usual causes of a crash or a kick. Each has a sentence and advice. */
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

/** Records in an endpoint's present answer that could not be read. */
export interface SetAsideRow {
  /** Name of the endpoint. `path` is its template, never the real path, which may contain a secret. */
  endpoint: EndpointName
  path: string
  /** Time of the answer, in milliseconds since the epoch. */
  at: number
  /** Number of all records. `entries` contains only the first. */
  count: number
  entries: readonly AsideEntry[]
}

export const diagnosticsContract = {
  /** The support report, redacted and with user name and folders masked. */
  report: call<string>()('reads', v.undefined()),
  /** @throws Failure `log-folder-not-opened` */
  openLogFolder: call<void>()('player', v.undefined()),
  /** Logs why the page did not start. Returns the incident number. */
  pageFailed: call<string>()('harmless', v.strictObject({ reason: v.pipe(v.string(), v.maxLength(MOST_REASON)) })),
  /** Reads the game's newest log. Nothing leaves the computer. */
  readCrash: call<CrashReading>()('reads', v.undefined()),
  /** Hosts that the app has contacted since it started. */
  traffic: topic<readonly TrafficRow[]>(),
  /** Records of the community that could not be read, newest first. */
  setAside: topic<readonly SetAsideRow[]>(),
}

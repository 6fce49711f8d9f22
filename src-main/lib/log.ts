import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inspect } from 'node:util'
import type { Redactor } from './redact.ts'
import { escapeHidden } from './text.ts'

export interface Log {
  info(line: string): void
  error(line: string, error?: unknown): void
  /** Writes an unexpected error with its stack and returns its incident number. */
  incident(error: unknown): string
}

/** The folder of the app's log and the log itself, in the app's data folder. */
export const logFolder = (userData: string): string => join(userData, 'logs')
export const logFile = (userData: string): string => join(logFolder(userData), 'loadout.log')

const MAX_BYTES = 1 << 20
const KEPT = 3

/** If the log is full, moves `x.log` to `x.log.1` and so on. */
function rotate(path: string): void {
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? { size: 0 }
  if (size < MAX_BYTES) return
  for (let n = KEPT - 1; n >= 1; n--)
    if (statSync(`${path}.${n}`, { throwIfNoEntry: false })) renameSync(`${path}.${n}`, `${path}.${n + 1}`)
  renameSync(path, `${path}.1`)
}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : typeof error === 'string' ? error : inspect(error)

function orSilently(work: () => void): void {
  try {
    work()
  } catch {
    // there is no other place to write it
  }
}

/**
 * A rotating, redacted log file. Each entry is one line, whatever it contains, so that no text can forge a line. If the disk refuses to
 * write, the app goes on.
 */
export function openLog(path: string, redactor: Redactor, now: () => Date): Log {
  const write = (level: string, line: string) =>
    orSilently(() => {
      orSilently(() => rotate(path)) // another program may have one of them open
      appendFileSync(path, `${now().toISOString()} ${level} ${escapeHidden(redactor.redact(line))}\n`)
    })
  orSilently(() => mkdirSync(dirname(path), { recursive: true }))
  return {
    info: (line) => write('info ', line),
    error: (line, error) => write('error', error === undefined ? line : `${line}: ${describe(error)}`),
    incident(error) {
      const number = `${now().getTime().toString(36)}-${Math.floor(Math.random() * 1296).toString(36)}`.toUpperCase()
      write('error', `incident ${number}: ${describe(error)}`)
      return number
    },
  }
}

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CrashCause, CrashReading, LogLine } from '../../src-preload/contract/diagnostics.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { ReadingThread, withoutHidden, WorkerGone } from '../lib/index.ts'
import type { GameRecipe } from '../settings/index.ts'
import { crashSigns } from './causes.ts'

interface LogPlace {
  game: Pick<GameRecipe, 'appId' | 'crashLogs'>
  /** The install in use, absolute, if there is one. */
  gameDir?: string
  /** The demo's game is not installed in the system. Its logs are in its own folder. */
  demo: boolean
  env: Readonly<Record<string, string | undefined>>
  home: string
}

/**
 * The folders of the logs of the install in use: below the local application data (Windows), the same inside Proton in the install's
 * library, and the install's own folder. Without an install, the usual library is searched.
 */
export function crashLogFolders({ game, gameDir, demo, env, home }: LogPlace): string[] {
  if (demo) return gameDir ? [gameDir] : []
  const { folder } = game.crashLogs
  const ofWindows = env.LOCALAPPDATA ? [join(env.LOCALAPPDATA, folder)] : []
  const library = gameDir ? join(gameDir, '../..') : join(home, '.local/share/Steam/steamapps')
  const proton = join(library, 'compatdata', String(game.appId), 'pfx/drive_c/users/steamuser/AppData/Local')
  return [...ofWindows, join(proton, folder), ...(gameDir ? [gameDir] : [])]
}

interface LogFile {
  path: string
  name: string
  /** Milliseconds since the epoch. */
  at: number
}

async function logsIn(folder: string, ending: string): Promise<LogFile[]> {
  const names = await readdir(folder).catch(() => [])
  const logs = names.filter((name) => name.toLowerCase().endsWith(ending.toLowerCase()))
  const found = logs.map(async (name) => {
    const path = join(folder, name)
    const info = await stat(path).catch(() => undefined) // the game deletes its oldest logs
    return info?.isFile() ? { name, path, at: info.mtimeMs } : undefined // to open a pipe would never end
  })
  return (await Promise.all(found)).filter((log) => log !== undefined)
}

export async function newestLog(folders: readonly string[], ending: string): Promise<LogFile | undefined> {
  const logs = (await Promise.all(folders.map((folder) => logsIn(folder, ending)))).flat()
  return logs.sort((a, b) => b.at - a.at)[0]
}

/** Longer lines are not searched. */
const LONGEST_LINE = 500
const SHOWN = 200
const SHOWN_LINE = 300
/** The number of lines from the end of a log that are shown. */
const SHOWN_LINES = 1_000

/** A line without numbers and names of players and addresses. Chat is in the log too, so invisible characters must not turn its letters round. */
const withoutIds = (text: string): string =>
  withoutHidden(text.replaceAll('\t', '  '), '·')
    .replace(/\bPlayer .{1,60}?(?= \(id=| (?:dis)?connect| is losing connection)/g, 'Player ‹name›')
    .replace(/-name=(?:"[^"]{1,60}"?|\S{1,60})/g, '-name=‹name›')
    .replace(/\b(?:7656\d{13}|[0-9a-f]{32})\b/gi, '‹id›')
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\b/g, '‹address›')

export type LogCauses = Pick<CrashReading, 'causes' | 'abnormal' | 'lines'>

/** The time at the start of a line, in seconds of the day. */
function timeOf(line: string): number | undefined {
  const [, hours, minutes, seconds] = /^ {0,2}(\d{1,2}):(\d\d):(\d\d)/.exec(line) ?? []
  return hours && minutes && seconds ? Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) : undefined
}

const DAY_S = 86_400
/** The cause of an end is at most so long before the log's end. After an older one the player went on. */
const ENDING_S = 300

/**
 * Finds the known causes in a log's text: first the one that ended the game, then the likeliest. Each appears once, with its last line,
 * because a log ends with what happened before the crash.
 */
export function findCauses(text: string): LogCauses {
  const all = text.split(/\r?\n/)
  while (all.at(-1) === '') all.pop()
  const found = new Map<CrashCause, CrashReading['causes'][number] & { at?: number; ends: boolean }>()
  const lines: LogLine[] = []
  let at: number | undefined
  for (const [index, line] of all.entries()) {
    at = timeOf(line) ?? at
    const sign = line.length > LONGEST_LINE ? undefined : crashSigns.find(({ pattern }) => pattern.test(line))
    if (sign) {
      const { cause, pattern, ends = false } = sign
      const match = pattern.exec(line)
      const detail = match?.groups?.['detail'] ?? match?.[1] ?? ''
      found.set(cause, { cause, line, detail, by: match?.groups?.['by'] ?? '', at, ends })
    }
    if (index >= all.length - SHOWN_LINES)
      lines.push({ text: withoutIds(line.slice(0, SHOWN_LINE)), cause: sign?.cause })
  }
  const last = at
  const isEnd = ({ ends, at: then = last }: { ends: boolean; at?: number }) =>
    ends && (then === undefined || last === undefined || (last - then + DAY_S) % DAY_S <= ENDING_S)
  const rank = (cause: CrashCause) => crashSigns.findIndex((sign) => sign.cause === cause)
  const causes = [...found.values()].sort(
    (a, b) => Number(isEnd(b)) - Number(isEnd(a)) || rank(a.cause) - rank(b.cause),
  )
  return {
    causes: causes.map(({ cause, line, detail, by }) => ({ cause, line, detail, by })),
    abnormal: causes.some(isEnd),
    lines,
  }
}

/**
 * Reads a log. Since anybody on the game's server can write into it, a thread with a time limit reads it (the built `crash-worker`).
 * `mask` hides who the player is.
 * @throws Failure `crash-log-unreadable`
 */
export async function readLog(worker: URL, path: string, mask: (text: string) => string): Promise<LogCauses> {
  const thread = new ReadingThread(worker)
  try {
    const { causes, abnormal, lines } = await thread.call<LogCauses>('read', path)
    const shown = (part: string) => mask(withoutIds(part.trim())).slice(0, SHOWN)
    const masked = mask(lines.map(({ text }) => text).join('\n')).split('\n')
    return {
      causes: causes.map(({ cause, line, detail, by }) => ({
        cause,
        line: shown(line),
        detail: shown(detail),
        by: shown(by),
      })),
      abnormal,
      lines: lines.map(({ cause }, index) => ({ text: masked[index] ?? '', cause })),
    }
  } catch (error) {
    throw error instanceof WorkerGone ? new Failure('crash-log-unreadable', {}) : error
  } finally {
    void thread.close()
  }
}

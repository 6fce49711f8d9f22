import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CrashCause, CrashFinding } from '../../src-preload/contract/diagnostics.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { ReadingThread, WorkerGone } from '../lib/index.ts'
import type { GameRecipe } from '../settings/index.ts'

/** The game whose logs are read. */
interface LogPlace {
  game: Pick<GameRecipe, 'appId' | 'crashLogs'>
  /** The install in use, absolute; absent while none is. */
  gameDir?: string
  /** The demo's game is not installed in the system: its logs are in its own folder. */
  demo: boolean
  env: Readonly<Record<string, string | undefined>>
  home: string
}

/** Proton's local application data of a game, below a library's `steamapps`. */
const protonData = (appId: number) => join('compatdata', String(appId), 'pfx/drive_c/users/steamuser/AppData/Local')

/**
 * The folders where the install in use leaves its logs: below the local application data (Windows), the same inside Proton in
 * the library of the install, and the install's own folder. Without an install, the usual library is searched.
 */
export function crashLogFolders({ game, gameDir, demo, env, home }: LogPlace): string[] {
  if (demo) return gameDir ? [gameDir] : []
  const { folder } = game.crashLogs
  const ofWindows = env.LOCALAPPDATA ? [join(env.LOCALAPPDATA, folder)] : []
  const libraries = gameDir ? [join(gameDir, '../..')] : [join(home, '.local/share/Steam/steamapps')]
  const ofProton = libraries.map((library) => join(library, protonData(game.appId), folder))
  return [...ofWindows, ...ofProton, ...(gameDir ? [gameDir] : [])]
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
    return info && { name, path, at: info.mtimeMs }
  })
  return (await Promise.all(found)).filter((log) => log !== undefined)
}

/** The newest log of the folders by its name's ending, if there is one. */
export async function newestLog(folders: readonly string[], ending: string): Promise<LogFile | undefined> {
  const logs = (await Promise.all(folders.map((folder) => logsIn(folder, ending)))).flat()
  return logs.sort((a, b) => b.at - a.at)[0]
}

/** A log may have gigabytes, and ends with the crash. */
const MOST_BYTES = 4 << 20

/** The last megabytes of a log as text. */
export async function tailOf(path: string): Promise<string> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const from = Math.max(0, size - MOST_BYTES)
    const buffer = Buffer.alloc(Math.min(size, MOST_BYTES))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** The sign of a cause in a log. The first group of the pattern is the detail. */
interface CrashSign {
  cause: CrashCause
  pattern: RegExp
}

/** The usual causes, likeliest first. Every repeat is short: what a line costs is bounded. */
const crashSigns: readonly CrashSign[] = [
  {
    cause: 'missing-addon',
    pattern:
      /(?:Addon|Missing addons detected:|dependent on.{0,80}?missing).{0,20}?\b([A-Za-z0-9_]{1,80})'? (?:requires addon|is not present|missing)/i,
  },
  {
    cause: 'missing-addon',
    pattern:
      /You cannot play\/edit this mission; it is dependent on downloadable content that has been deleted\.?\s?([^\r\n]{0,80})/i,
  },
  {
    cause: 'wrong-signature',
    pattern:
      /(?:is not signed by a key accepted by this server|Wrong signature for file|signature check timed out)[^A-Za-z0-9]{0,3}([^\s"']{0,120})/i,
  },
  { cause: 'battleye-kick', pattern: /BattlEye[^\r\n]{0,40}?(?:kicked|Kick)[^\r\n]{0,20}?[:(]([^\r\n)]{1,80})/i },
  {
    cause: 'battleye-service',
    pattern: /(BattlEye (?:Service|launcher)[^\r\n]{0,60}?(?:failed|not running|error)[^\r\n]{0,40})/i,
  },
  {
    cause: 'version-mismatch',
    pattern: /(?:You were kicked off the game|Bad version)[^\r\n]{0,60}?version[\s:]{0,4}([0-9.]{1,16})/i,
  },
  { cause: 'out-of-memory', pattern: /(Out of memory|Virtual memory total [0-9]{1,20} B|memory allocation failed)/i },
  { cause: 'page-file', pattern: /(paging file is too small|0x0{0,8}5af|ERROR_COMMITMENT_LIMIT)/i },
  {
    cause: 'graphics-device-lost',
    pattern: /(DXGI_ERROR_DEVICE_(?:REMOVED|HUNG|RESET)|DX11 error : device (?:removed|lost))/i,
  },
  {
    cause: 'graphics-out-of-memory',
    pattern: /(E_OUTOFMEMORY|not enough (?:video|graphics) memory|CreateTexture failed)/i,
  },
  {
    cause: 'graphics-driver',
    pattern:
      /(?:Fault address|Faulting module)[^\r\n]{0,80}?\b((?:nvwgf2umx|nvoglv64|atidxx64|amdxx64|igd10[a-z0-9]{0,20})\.dll)/i,
  },
  {
    cause: 'corrupt-file',
    pattern:
      /(?:Cannot load|corrupt(?:ed)?|bad CRC|Error loading)[^\r\n]{0,40}?\b([^\s\\/'"]{1,80}\.(?:pbo|paa|p3d|ebo))/i,
  },
  { cause: 'disk-full', pattern: /(There is not enough space on the disk|ENOSPC|No space left on device)/i },
  {
    cause: 'disk-read',
    pattern: /(Data error \(cyclic redundancy check\)|0x0{0,8}17\b|Input\/output error|File read error)/i,
  },
  {
    cause: 'missing-file',
    pattern:
      /(?:Cannot open (?:file|object)|File [^\r\n]{0,60} not found)[^\r\n]{0,10}?'?([^\s'"]{1,100}\.[a-z0-9]{2,4})/i,
  },
  {
    cause: 'missing-dll',
    pattern:
      /(?:CallExtension|LoadLibrary|Error loading library)[^\r\n]{0,60}?'?\b([A-Za-z0-9_.-]{1,60}(?:\.dll|\.so)?)'? (?:could not be found|could not be loaded|failed|not found)/i,
  },
  {
    cause: 'connection-lost',
    pattern:
      /(Connection (?:lost|timed out)|NetServer::[A-Za-z]{1,40} .{0,20}?timed out|You have lost connection|Server not responding)/i,
  },
  {
    cause: 'sound-device',
    pattern: /(XAudio2[^\r\n]{0,40}?(?:failed|error)|No audio device|Error initializing sound)/i,
  },
  { cause: 'script-stack', pattern: /(Stack overflow|Script [^\r\n]{0,60} stack violation|Max(?:imum)? recursion)/i },
  {
    cause: 'config-error',
    pattern: /(?:Config|ErrorMessage)[^\r\n]{0,20}?: (?:some input after EndOfFile|File ([^\r\n]{1,80}), line [0-9])/i,
  },
  { cause: 'access-violation', pattern: /(?:Exception code: (C0000005) ACCESS_VIOLATION|Unhandled exception)/i },
]

/** A longer line is no message. */
const LONGEST_LINE = 500
const SHOWN = 200

/** Finds the known causes in a log's text, likeliest first. Each appears once, with its last line, since a log ends with what happened before the crash. */
export function findCauses(text: string): CrashFinding[] {
  const found = new Map<CrashCause, CrashFinding>()
  for (const line of text.split('\n')) {
    if (line.length > LONGEST_LINE) continue
    for (const { cause, pattern } of crashSigns) {
      const match = pattern.exec(line)
      if (!match) continue
      found.set(cause, { cause, line, detail: match[1] ?? '' })
      break
    }
  }
  const rank = (cause: CrashCause) => crashSigns.findIndex((sign) => sign.cause === cause)
  return [...found.values()].sort((a, b) => rank(a.cause) - rank(b.cause))
}

/**
 * The causes that a log tells of. Anybody on the game's server can write into it, so it is read by a thread (the built
 * `crash-worker`), which may take its time and not more; `clean` masks what is shown.
 * @throws Failure `crash-log-unreadable`
 */
export async function readCauses(worker: URL, path: string, clean: (text: string) => string): Promise<CrashFinding[]> {
  const thread = new ReadingThread(worker)
  try {
    const found = await thread.call<CrashFinding[]>('causes', path)
    const shown = (part: string) => clean(part.trim()).slice(0, SHOWN)
    return found.map(({ cause, line, detail }) => ({ cause, line: shown(line), detail: shown(detail) }))
  } catch (error) {
    throw error instanceof WorkerGone ? new Failure('crash-log-unreadable', {}) : error
  } finally {
    void thread.close()
  }
}

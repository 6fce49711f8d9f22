import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { programAt } from './programs.ts'

export interface Ended {
  code: number
  out: string
  /** Without the lines of progress, which appear only if a run takes longer than ten seconds. */
  err: string
}

export const withoutProgress = (err: string): string => err.replace(/^[█░].*\n/gm, '')

/** Runs the command line in its own process, with `home` as its home and cache. `program`: another build than that of the unit tests. `onStart` gets the process. */
export async function runLoadout(
  words: readonly string[],
  home: string,
  more: Readonly<Record<string, string>> = {},
  program = programAt('cli'),
  onStart?: (run: ChildProcess) => unknown,
): Promise<Ended> {
  const env = { ...process.env, LOADOUT_CACHE_DIR: home, HOME: home, XDG_DATA_HOME: '', LOCALAPPDATA: home, ...more }
  const run = spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  run.stdout.on('data', (text: Buffer) => (out += text.toString()))
  run.stderr.on('data', (text: Buffer) => (err += text.toString()))
  onStart?.(run)
  const [code] = (await once(run, 'close')) as [number]
  return { code, out, err: withoutProgress(err) }
}

import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { runCli } from '../../src-main/cli/run.ts'
import { type Ended, withoutProgress } from './loadout.ts'
import { programAt } from './programs.ts'

const workers = {
  mods: pathToFileURL(programAt('mods-worker')),
  hash: pathToFileURL(programAt('hash-worker')),
}

/** Runs the command line in this process, which takes a fraction of the time, with `home` as its cache. */
export async function runHere(
  [command = '', ...words]: readonly string[],
  home: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const env = { ...process.env, LOADOUT_CACHE_DIR: home, XDG_DATA_HOME: home, LOCALAPPDATA: home, ...more }
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const said = Promise.all([text(stdout), text(stderr)])
  const code = await runCli(command, words, { workers, env, stdout, stderr }, new AbortController().signal)
  stdout.end()
  stderr.end()
  const [out, err] = await said
  return { code, out, err: withoutProgress(err) }
}

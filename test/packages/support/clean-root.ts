import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { virtualDisplay } from '../../../scripts/lib/desktop.mjs'
import { cached } from '../../../scripts/lib/npm-package.mjs'
import { atEnd, tempFolder } from './temp-folder.ts'

const run = promisify(execFile)

/** Debian's least system, made once. */
const debian = (): Promise<string> =>
  cached('debian-bookworm-least', async (work: string) => {
    const root = join(work, 'root')
    await run('debootstrap', ['--variant=minbase', 'bookworm', root])
    return root
  })

/**
 * Makes a system's root of two layers, the least Debian ($0) and what a test writes ($1/up), the root of a mount namespace of its own. Not
 * by chroot, from which Chromium may make no sandbox.
 */
const ENTER = `
mkdir -p "$1/up" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=$0,upperdir=$1/up,workdir=$1/work" "$1/root"
mount -t proc proc "$1/root/proc"
mount --rbind /dev "$1/root/dev"
touch "$1/root/etc/resolv.conf"
mount --bind /etc/resolv.conf "$1/root/etc/resolv.conf"
mkdir -p "$1/root/.old"
cd "$1/root"
pivot_root . .old
cd /
umount -l /.old
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive DISPLAY="$DISPLAY" sh -eu -c "$2"`

export const AS_PLAYER = 'cd /home/player && HOME=/home/player setpriv --reuid=player --regid=player --init-groups --'

export interface CleanRoot {
  /** Where what it has beyond the least Debian lies. */
  files: string
  /** Runs a script of the shell as root. */
  run: (script: string) => Promise<{ code: number; out: string }>
  /** Has apt do something. Resolves to nothing, or to the end of what went wrong. */
  apt: (words: string) => Promise<string>
  /** What an installed app says of its first screen, started by the ordinary user `player`. */
  smoke: (command: string) => Promise<unknown>
  /** Begins a script as root; nothing else runs there beside it. */
  begin: (script: string) => ChildProcessWithoutNullStreams
}

/** A least Debian with a virtual display and the ordinary user `player`, that goes with the test file. */
export async function openCleanRoot(): Promise<CleanRoot> {
  const base = await debian()
  const display = await virtualDisplay()
  atEnd(display.stop)
  const layer = tempFolder()
  mkdirSync(join(layer, 'up'))
  const env = { ...process.env, ...display.env }
  const words = (script: string) =>
    ['--mount', '--propagation', 'private', 'sh', '-eu', '-c', ENTER].concat(base, layer, script)
  const run: CleanRoot['run'] = (script) =>
    new Promise((resolve) =>
      execFile('unshare', words(script), { env, maxBuffer: 1 << 26 }, (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out: `${out}${err}` }),
      ),
    )
  const system: CleanRoot = {
    files: join(layer, 'up'),
    run,
    async apt(words) {
      const { code, out } = await run(`apt-get ${words}`)
      return code === 0 ? '' : out.slice(-2000)
    },
    async smoke(command) {
      const { out } = await run(`${AS_PLAYER} ${command} --smoke`)
      return JSON.parse(out.split('\n').find((line) => line.startsWith('{')) ?? '{}') as unknown
    },
    begin: (script) => spawn('unshare', words(script), { env }),
  }
  const problem = (await system.apt('update -qq')) || (await run('useradd -m player')).out
  if (problem) throw new Error(problem)
  return system
}

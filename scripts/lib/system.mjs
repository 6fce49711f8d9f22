import { existsSync, readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { stamps } from './paths.mjs'
import { capture, tail, which } from './run.mjs'
import { SetupProblem, say } from './say.mjs'
import { hashOf, stampIs, writeStamp } from './stamp.mjs'
import {
  choosePackages,
  COMMANDS,
  FONTS,
  LIBRARIES,
  LOADED_LATER,
  notFound,
  notListed,
  offered,
} from './system-packages.mjs'

export const isRoot = process.getuid?.() === 0

/** True if this Linux session has no display. */
export function hasNoDisplay(env = process.env) {
  return process.platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']
}

/**
 * Sees to the system's part: the libraries of the Electron executable (when one is given) and `commands`. As root on
 * Debian or Ubuntu the missing ones are installed; otherwise the problem names the command that does it.
 */
export async function ensureSystem({ electron, commands = [] }) {
  if (process.platform !== 'linux') return
  const missing = await findMissing(electron, commands)
  if (missing.length === 0) return
  await install(missing)
  const still = await findMissing(electron, commands)
  if (still.length > 0) throw new SetupProblem(`still missing after the installation: ${names(still)}`)
}

/** Installs programs that some tests use. If one is missing, its tests are skipped and a line says so. */
export async function tryToInstall(commands) {
  const missing = process.platform === 'linux' ? await findMissing(undefined, commands) : []
  if (missing.length === 0) return
  try {
    if (!isRoot) throw new SetupProblem('only root can install them')
    await install(missing)
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error
    say(`not here: ${names(missing)}; tests that use them are not run (${error.message})`)
  }
}

const names = (missing) => missing.map((need) => need.name).join(', ')

async function findMissing(electron, commands) {
  const absent = commands.filter((command) => !which(command))
  const needs = absent.map((name) => ({ name, packages: COMMANDS[name] }))
  if (electron) needs.push(...(await missingLibraries(electron)))
  return needs
}

async function missingLibraries(electron) {
  const { size, mtimeMs } = statSync(electron)
  const state = hashOf(electron, String(size), String(mtimeMs))
  const stamp = join(stamps, 'libraries')
  if (stampIs(stamp, state)) return []
  const linked = notFound((await capture('ldd', [electron])).stdout)
  const later = notListed((await capture('/sbin/ldconfig', ['-p'])).stdout, LOADED_LATER)
  const sonames = [...new Set([...linked, ...later])]
  const needs = sonames.map((name) => ({ name, packages: LIBRARIES[name] }))
  if (!hasFonts()) needs.push({ name: 'a font', packages: FONTS })
  if (needs.length === 0) writeStamp(stamp, state)
  return needs
}

function hasFonts() {
  const folders = [
    '/usr/share/fonts',
    '/usr/local/share/fonts',
    join(homedir(), '.fonts'),
    join(homedir(), '.local/share/fonts'),
  ]
  return folders.some(
    (folder) =>
      existsSync(folder) &&
      readdirSync(folder, { recursive: true }).some((name) => /\.(ttf|otf|ttc|pf[ab])$/i.test(name)),
  )
}

async function install(missing) {
  const unknown = missing.filter((need) => !need.packages)
  if (unknown.length > 0 || !which('apt-get')) {
    throw new SetupProblem(
      `this system lacks ${names(missing)}; install them with its package manager and run this again`,
    )
  }
  // A fresh machine has no package lists yet. If there are lists, a mirror that fails does not matter.
  if (isRoot) await apt(['update', '-qq'])
  const packages = await packagesFor(missing)
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`
  if (!isRoot) {
    throw new SetupProblem(
      `this system lacks ${names(missing)}. Run this once, then try again:\n\n  sudo sh -c 'apt-get update && ${command}'\n`,
    )
  }
  say(`installing system packages: ${packages.join(' ')}`)
  const result = await apt(['install', '-y', '-qq', '--no-install-recommends', ...packages])
  if (result.code !== 0) throw new SetupProblem(`${command} failed:\n${tail(result)}`)
}

function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return capture('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], { env })
}

async function packagesFor(missing) {
  const needs = missing.map((need) => need.packages)
  const policy = await capture('apt-cache', ['policy', ...new Set(needs.flat())], {
    env: { ...process.env, LC_ALL: 'C' },
  })
  return choosePackages(needs, offered(policy.stdout))
}

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { modules, out, root } from './paths.mjs'
import { capture, tail } from './run.mjs'
import { SetupProblem, say } from './say.mjs'
import { hashOf, stampIs, writeStamp } from './stamp.mjs'

/** The sources of the app. */
export const SOURCES = [
  'src-main',
  'src-preload',
  'src-renderer',
  'resources',
  'electron.vite.config.ts',
  'svelte.config.js',
  'package.json',
  'package-lock.json',
]
const RESULTS = ['main/index.js', 'preload/index.cjs', 'renderer/index.html']

function* filesOf(folder, path) {
  const file = join(folder, path)
  if (!existsSync(file)) return
  const entries = path.includes('.') ? undefined : readdirSync(file, { withFileTypes: true, recursive: true })
  if (!entries) return yield path
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  yield* names.map((name) => name.slice(folder.length + 1)).sort()
}

/** A digest of the names and contents of everything that the build reads. */
export function sourceDigest(folder = root, sources = SOURCES) {
  const files = sources.flatMap((path) => [...filesOf(folder, path)])
  return hashOf(...files.flatMap((path) => [path, readFileSync(join(folder, path))]))
}

/**
 * Builds into `folder` with `config` unless it is up to date. Returns true if it built.
 *
 * @param {string} folder
 * @param {{ config: string, sources: string[], results: string[] }} how `results`: files that a build leaves, from `folder`
 */
export async function ensureBuiltAs(folder, { config, sources, results }) {
  const stamp = join(folder, '.built-from')
  const digest = sourceDigest(root, sources)
  if (stampIs(stamp, digest) && results.every((file) => existsSync(join(folder, file)))) return false
  say('building')
  const bin = join(modules, 'electron-vite', 'bin', 'electron-vite.js')
  const words = [bin, 'build', '--config', config, '--logLevel', 'warn']
  const result = await capture(process.execPath, words, { cwd: root })
  if (result.code !== 0) throw new SetupProblem(`the build failed:\n${tail(result, 40)}`)
  writeStamp(stamp, digest)
  return true
}

/** Builds the app into out/ unless it is up to date. */
export const ensureBuilt = () =>
  ensureBuiltAs(out, { config: 'electron.vite.config.ts', sources: SOURCES, results: RESULTS })

/** Absolute folder of the test build, whose main process can have faults (test/support/faults). */
export const faultyApp = join(out, 'faulty')

/** The test build has its own main process; the rest is the app's. */
const SHARED = ['resources', 'out/preload', 'out/renderer']

/** Builds the app and the test build unless they are up to date. */
export async function ensureFaultyBuilt() {
  await ensureBuilt()
  await ensureBuiltAs(faultyApp, {
    config: 'faulty.vite.config.ts',
    sources: [...SOURCES, 'faulty.vite.config.ts', 'test/support/faults'],
    results: ['out/main/index.js'],
  })
  copyFileSync(join(root, 'package.json'), join(faultyApp, 'package.json'))
  mkdirSync(join(faultyApp, 'out'), { recursive: true })
  for (const path of SHARED)
    if (!existsSync(join(faultyApp, path))) symlinkSync(join(root, path), join(faultyApp, path), 'junction')
}

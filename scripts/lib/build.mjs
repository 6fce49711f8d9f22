import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { modules, out, root } from './paths.mjs'
import { capture, tail } from './run.mjs'
import { SetupProblem, say } from './say.mjs'
import { hashOf, stampIs, writeStamp } from './stamp.mjs'

const SOURCES = [
  'src-main',
  'src-preload',
  'src-renderer',
  'resources',
  'electron.vite.config.ts',
  'scripts/lib/first-picture.mjs',
  'scripts/lib/first-picture-worker.mjs',
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

/** Builds into out/ unless what is there was built from these very sources. */
export async function ensureBuilt() {
  const stamp = join(out, '.built-from')
  const digest = sourceDigest()
  if (stampIs(stamp, digest) && RESULTS.every((file) => existsSync(join(out, file)))) return
  say('building')
  const bin = join(modules, 'electron-vite', 'bin', 'electron-vite.js')
  const result = await capture(process.execPath, [bin, 'build', '--logLevel', 'warn'], { cwd: root })
  if (result.code !== 0) throw new SetupProblem(`the build failed:\n${tail(result, 40)}`)
  writeStamp(stamp, digest)
}

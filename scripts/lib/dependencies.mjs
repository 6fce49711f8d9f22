import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { modules, root } from './paths.mjs'
import { capture, head, npm } from './run.mjs'
import { SetupProblem, say } from './say.mjs'

/**
 * The packages of the lock file that are not installed in the locked version. `installed` is the list that npm keeps
 * in node_modules; an optional package may be absent, because it can be meant for another platform.
 */
export function missingPackages(lock, installed) {
  return Object.entries(lock.packages ?? {})
    .filter(([path, wanted]) => {
      if (path === '') return false
      const found = installed.packages?.[path]
      if (!found) return !(wanted.optional || wanted.devOptional)
      return found.version !== wanted.version
    })
    .map(([path]) => path)
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

function isBorrowed() {
  return existsSync(modules) && lstatSync(modules).isSymbolicLink()
}

/** True if the installed files contain every line that our patches add. */
function isPatched() {
  const patches = join(root, 'patches')
  return readdirSync(patches).every((name) => {
    const lines = readFileSync(join(patches, name), 'utf8').split(/\r?\n/)
    const file = lines.find((line) => line.startsWith('+++ b/'))?.slice('+++ b/'.length)
    const installed = new Set(readFileSync(join(root, file), 'utf8').split(/\r?\n/))
    return lines.every((line) => !/^\+(?!\+\+ )/.test(line) || installed.has(line.slice(1)))
  })
}

/** Patches the packages, also where npm runs no install scripts. */
async function patch() {
  if (isPatched()) return
  const result = await capture(process.execPath, [join(modules, 'patch-package/index.js'), '--error-on-fail'], {
    cwd: root,
  })
  if (result.code !== 0 || !isPatched()) throw new SetupProblem(`patch-package failed:\n${head(result)}`)
}

/** Installs and patches the packages of package-lock.json, unless they are installed. */
export async function ensureDependencies() {
  const lock = readJson(join(root, 'package-lock.json'))
  if (missingPackages(lock, readJson(join(modules, '.package-lock.json'))).length === 0) return patch()
  // A linked node_modules belongs to another checkout, which alone may replace its content.
  if (isBorrowed()) return say('node_modules is a link and differs from package-lock.json; left as it is')
  say('installing npm packages')
  const result = await npm(['ci', '--loglevel', 'error', '--no-fund', '--no-audit'], { cwd: root })
  if (result.code !== 0) throw new SetupProblem(`npm ci failed:\n${head(result)}`)
  await patch()
}

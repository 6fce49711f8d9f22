import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'
import { npm } from './run.mjs'
import { say } from './say.mjs'

/** The number of newest majors that get security fixes. */
const MENDED_MAJORS = 3

/** The Electron that package.json names. */
export const pinnedElectron = () =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.electron

const majorOf = (version) => Number(/^(\d+)\.\d+\.\d+$/.exec(version)?.[1] ?? Number.NaN)

/**
 * Why Electron `pinned` must not be shipped while `newest` is out: it is not one exact release, or its major gets no security fixes
 * any more. Undefined if it may be shipped.
 */
export function whyNotCurrent(pinned, newest) {
  if (Number.isNaN(majorOf(pinned))) return `${pinned} is not one exact, finished release`
  if (majorOf(pinned) + MENDED_MAJORS > majorOf(newest)) return undefined
  return `Electron ${pinned} is not mended any more: ${newest} is out`
}

/** A step of `npm run check`: returns a name if something is wrong. Without the registry it checks only the pin itself. */
export async function currentElectron() {
  const pinned = pinnedElectron()
  const asked = await npm(['view', 'electron', 'version', '--loglevel', 'error'], { cwd: root })
  const newest = asked.code === 0 ? asked.stdout.trim() : pinned
  if (asked.code !== 0) say('the registry cannot be asked for the newest Electron')
  const reason = whyNotCurrent(pinned, newest)
  if (reason) say(reason)
  return reason ? ['electron'] : []
}

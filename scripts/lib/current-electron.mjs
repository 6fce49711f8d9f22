import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.mjs'
import { npm } from './run.mjs'
import { say } from './say.mjs'

/** Electron mends this many of its newest majors. */
const MENDED_MAJORS = 3

/** The Electron that package.json names. */
export const pinnedElectron = () =>
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.electron

const majorOf = (version) => Number(/^(\d+)\.\d+\.\d+$/.exec(version)?.[1] ?? Number.NaN)

/**
 * What speaks against shipping Electron `pinned` while `newest` is out: not one exact, finished release, or of a major that gets no
 * security mends any more. Undefined when nothing does.
 */
export function whyNotCurrent(pinned, newest) {
  if (Number.isNaN(majorOf(pinned))) return `${pinned} is not one exact, finished release`
  if (majorOf(pinned) + MENDED_MAJORS > majorOf(newest)) return undefined
  return `Electron ${pinned} is not mended any more: ${newest} is out`
}

/** Step of `npm run check`: a name for what is to be mended, or nothing. Without the registry only the pin itself is looked at. */
export async function currentElectron() {
  const pinned = pinnedElectron()
  const asked = await npm(['view', 'electron', 'version', '--loglevel', 'error'], { cwd: root })
  const newest = asked.code === 0 ? asked.stdout.trim() : pinned
  if (asked.code !== 0) say('the registry cannot be asked for the newest Electron')
  const reason = whyNotCurrent(pinned, newest)
  if (reason) say(reason)
  return reason ? ['electron'] : []
}

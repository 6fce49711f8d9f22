import { existsSync, readFileSync } from 'node:fs'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assembledElectron } from './assembled-electron.mjs'
import { modules } from './paths.mjs'
import { capture, tail } from './run.mjs'
import { SetupProblem, say } from './say.mjs'

const home = join(modules, 'electron')

/** The Electron executable that `require('electron')` names, or undefined if there is none. */
export function electronPath() {
  try {
    const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
    const name = existsSync(join(home, 'path.txt')) ? readFileSync(join(home, 'path.txt'), 'utf8') : 'electron'
    const file = join(override ?? join(home, 'dist'), name)
    return existsSync(file) ? file : undefined
  } catch {
    return undefined
  }
}

/** Provides Electron and returns its executable. */
export async function provideElectron() {
  const present = electronPath()
  if (present) return present
  say('fetching Electron')
  const official = await capture(process.execPath, [join(home, 'install.js')])
  if (official.code !== 0) await useAssembled(official)
  const provided = electronPath()
  if (!provided) throw new SetupProblem('Electron was fetched, but its executable is missing')
  return provided
}

async function useAssembled(official) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new SetupProblem(`Electron could not be downloaded:\n${tail(official)}`)
  }
  say('the official download cannot be reached')
  const dist = await assembledElectron()
  await rm(join(home, 'dist'), { recursive: true, force: true })
  await symlink(dist, join(home, 'dist'))
  await writeFile(join(home, 'path.txt'), 'electron')
}

import { ensureDependencies } from './dependencies.mjs'
import { provideElectron } from './electron.mjs'
import { SetupProblem } from './say.mjs'
import { ensureSystem, hasNoDisplay, tryToInstall } from './system.mjs'

/** The commands of the system that a desktop session for the tests is made of. */
export const SESSION = ['dbus-run-session', 'gnome-keyring-daemon']

/** Servers that a repair is tried with. */
const SERVERS = ['nginx', 'apache2']

function ensureNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) throw new SetupProblem(`Node 20 or later is needed, this is ${process.version}`)
}

/** What tests use where it is there: file servers. */
export const setupServers = () => tryToInstall(SERVERS)

/** The npm packages alone: enough for whatever needs no Electron. */
export async function setupPackages() {
  ensureNode()
  await ensureDependencies()
}

/** Everything that the app needs to run, and with `tests` also what its tests need. Returns the Electron executable. */
export async function setup({ tests = false, display = hasNoDisplay() } = {}) {
  await setupPackages()
  const electron = await provideElectron()
  const commands = [...(display ? ['Xvfb'] : []), ...(tests ? SESSION : [])]
  await ensureSystem({ electron, commands })
  return electron
}

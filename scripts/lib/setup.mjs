import { ensureDependencies } from './dependencies.mjs'
import { provideElectron } from './electron.mjs'
import { SetupProblem } from './say.mjs'
import { ensureSystem, hasNoDisplay, tryToInstall } from './system.mjs'

/** The system commands for the tests' desktop session. */
export const SESSION = ['dbus-run-session', 'gnome-keyring-daemon']

/** File servers for the tests of repairs. */
const SERVERS = ['nginx', 'apache2']

function ensureNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) throw new SetupProblem(`Node 20 or later is needed, this is ${process.version}`)
}

/** Programs that some tests use if they are installed: file servers. */
export const setupServers = () => tryToInstall(SERVERS)

/** Installs only the npm packages, for what needs no Electron. */
export async function setupPackages() {
  ensureNode()
  await ensureDependencies()
}

/** Installs everything that the app needs, and with `tests` also what its tests need. Returns the Electron executable. */
export async function setup({ tests = false, display = hasNoDisplay() } = {}) {
  await setupPackages()
  const electron = await provideElectron()
  const commands = [...(display ? ['Xvfb'] : []), ...(tests ? SESSION : [])]
  await ensureSystem({ electron, commands })
  return electron
}

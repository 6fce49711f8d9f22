import { electronPath } from './electron.mjs'
import { root } from './paths.mjs'
import { capture } from './run.mjs'
import { say } from './say.mjs'
import { isRoot } from './system.mjs'

/** The user `nobody`, which every Linux has. */
const NOBODY = 65534

/**
 * The words before a command by which root runs it as an ordinary user, so that Chromium has its sandbox as at a player's: in a user
 * namespace that knows root's files as nobody's own, wherever the clone stands and whoever may read it. None for other users, nor
 * where the system has no user namespaces.
 *
 * @returns {Promise<string[]>}
 */
export async function ordinaryUser() {
  if (!isRoot || process.platform !== 'linux') return []
  const words = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--']
  const look = 'unshare --user true && test -w "$0" && test -x "$1"' // Chromium makes a namespace of its own
  const [command, ...rest] = [...words, 'sh', '-c', look, root, electronPath() ?? process.execPath]
  if ((await capture(command, rest)).code === 0) return words
  say('no user namespaces for ordinary users here: what needs Chromium runs as root, without its sandbox')
  return []
}

/** The shell stays, because the first process of a namespace must reap orphaned processes. */
const FIRST = ['sh', '-c', '"$@"; exit $?', 'sh']

/**
 * A command's prefix that hides all other processes of this system from it and its children, and ends the children with it. So a game
 * that runs elsewhere does not disturb its tests. Empty if the system has no such namespaces.
 *
 * @returns {Promise<string[]>}
 */
export async function ownProcesses() {
  if (process.platform !== 'linux') return []
  const user = isRoot ? [] : ['--user', `--map-user=${process.getuid()}`, `--map-group=${process.getgid()}`]
  const words = ['unshare', ...user, '--pid', '--fork', '--kill-child', '--mount-proc', '--', ...FIRST]
  const [command, ...rest] = [...words, ...(await ordinaryUser()), 'true']
  return (await capture(command, rest)).code === 0 ? words : []
}

/** Electron's switches for the user at work: root is one here only where the system has no user namespaces (see above). */
export const sandboxSwitches = isRoot && process.platform === 'linux' ? ['--no-sandbox'] : []

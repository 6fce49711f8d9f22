import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { relay } from './run.mjs'
import { say, SetupProblem } from './say.mjs'
import { ordinaryUser, ownProcesses } from './sandbox.mjs'
import { hasNoDisplay } from './system.mjs'

const XVFB = ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp', '-noreset']

/** Starts a virtual display: `{ env, stop }`. `env` names it for the programs that use it. */
export async function virtualDisplay() {
  // Detached, because Ctrl-C reaches the terminal's whole process group, and the display must outlive its clients.
  const server = spawn('Xvfb', XVFB, { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const stop = () => void server.kill()
  const stopped = new Promise((done) => server.once('close', done))
  process.once('exit', stop)
  const number = await new Promise((done, fail) => {
    server.once('error', fail)
    server.once('exit', () => fail(new SetupProblem('the virtual display (Xvfb) did not start')))
    let text = ''
    server.stdio[3].on('data', (data) => {
      text += data
      if (text.includes('\n')) done(text.trim())
    })
  })
  return {
    env: { DISPLAY: `:${number}` },
    stop: async () => {
      process.off('exit', stop)
      stop()
      await stopped
    },
  }
}

/** The variables that programs need after HOME and XDG_RUNTIME_DIR have changed. */
function displayReferences(env) {
  const found = {}
  const wayland = env['WAYLAND_DISPLAY']
  if (wayland && !isAbsolute(wayland)) found.WAYLAND_DISPLAY = join(env['XDG_RUNTIME_DIR'] ?? '', wayland)
  const authority = join(homedir(), '.Xauthority')
  if (env['DISPLAY'] && !env['XAUTHORITY'] && existsSync(authority)) found.XAUTHORITY = authority
  return found
}

/**
 * A session bus that starts no services. Services of the machine (portals, which mount a file system in the session's folder, or
 * accessibility) would start with each app on some machines, and some would outlive the session.
 */
const BUS = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`

function privateHome(env) {
  const base = mkdtempSync(join(tmpdir(), 'loadout-session-'))
  const [home, runtime] = [join(base, 'home'), join(base, 'run')]
  mkdirSync(join(home, '.local/share/keyrings'), { recursive: true })
  mkdirSync(join(home, '.cache'))
  mkdirSync(runtime, { mode: 0o700 })
  const bus = join(base, 'bus.conf')
  writeFileSync(bus, BUS)
  const session = { ...env, ...displayReferences(env), HOME: home, XDG_RUNTIME_DIR: runtime }
  for (const name of ['XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME', 'DBUS_SESSION_BUS_ADDRESS'])
    delete session[name]
  return { base, bus, session }
}

const UNLOCK = 'printf session | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"'

/**
 * Runs a command in its own desktop session and returns its exit code: on a virtual display if there is no other, and on Linux as an
 * ordinary user with a separate home folder, session bus, unlocked keychain and processes. All of these are real, and none is the
 * user's own.
 */
export async function withDesktop(command, args, options = {}) {
  const given = { ...process.env, ...options.env }
  if (process.platform !== 'linux') return relay(command, args, { ...options, env: given })
  const display = hasNoDisplay(given) ? await virtualDisplay() : undefined
  const { base, bus, session } = privateHome({ ...given, ...display?.env })
  try {
    const bussed = ['dbus-run-session', `--config-file=${bus}`, '--', 'sh', '-c', UNLOCK, 'sh', command, ...args]
    const [program, ...words] = [...(await ownProcesses()), ...(await ordinaryUser()), ...bussed]
    return await relay(program, words, { ...options, env: session, group: true })
  } finally {
    await display?.stop()
    discard(base)
  }
}

/** Removes a session's folder. If that fails, the folder stays among the temporary files, and the run does not fail. */
function discard(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch (error) {
    say(`${folder} stays: ${error.message}`)
  }
}

import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { programAt } from '../support/programs.ts'
import { isLinux } from '../support/system.ts'

const child = programAt('use-system-keyring')
const disturbed = programAt('use-disturbed-keyring')
const silent = programAt('use-silent-keyring')

const unlocked = 'echo -n pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null; exec "$@"'
const locked = `echo -n pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null
dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \
  org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/aliases/default >/dev/null; exec "$@"`

/** Runs the child in a home of its own, in a D-Bus session prepared by `prepare` (none without it); returns what it printed. */
async function useKeychain(prepare?: string, program = child, bus: Record<string, string> = {}): Promise<unknown> {
  const home = await mkdtemp(join(tmpdir(), 'loadout-keyring-'))
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))
  for (const folder of ['.cache', '.local/share/keyrings', 'run'])
    await mkdir(join(home, folder), { recursive: true, mode: 0o700 })
  const wrap = prepare ? ['dbus-run-session', '--', 'bash', '-c', prepare, 'bash'] : []
  const [command = '', ...args] = [...wrap, process.execPath, program]
  const env = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: join(home, 'run'), ...bus }
  const started = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (part: Buffer) => (out += part.toString()))
  await new Promise((resolve, reject) => started.on('error', reject).on('close', resolve))
  const line = out.split('\n').find((text) => text.startsWith('RESULT '))
  if (!line) throw new Error(`the child said nothing: ${out}`)
  return JSON.parse(line.slice('RESULT '.length))
}

test.skipIf(!isLinux)('a real Secret Service keeps, lists and forgets secrets of any size', async () => {
  expect(await useKeychain(unlocked)).toEqual({
    view: { place: 'secret-service', state: 'ok', mode: 'keychain', undecided: false },
    secret: 'tok-ä-123',
    sessionSame: true,
    held: [
      { profileId: 'demo', purpose: 'player-secret', where: 'keychain' },
      { profileId: 'demo', purpose: 'bank-session', where: 'keychain' },
    ],
    connections: expect.toSatisfy((open: number) => open <= 60) as number,
    after: [],
  })
})

test.skipIf(!isLinux)('a locked one is told as locked; secrets wait in memory', async () => {
  expect(await useKeychain(locked)).toMatchObject({
    view: { state: 'locked', mode: 'keychain', undecided: true },
    secret: 'tok-ä-123',
    sessionSame: true,
    held: [{ where: 'memory' }, { where: 'memory' }],
  })
})

test.skipIf(!isLinux)('without a Secret Service the kernel keyring is not taken for one', async () => {
  expect(await useKeychain()).toMatchObject({ view: { state: 'absent', undecided: true }, secret: 'tok-ä-123' })
})

test.skipIf(!isLinux)(
  'another program that replaces and deletes the entry all the while costs an answer at most, never the keychain',
  async () => {
    const result = (await useKeychain(unlocked, disturbed)) as { told: string[]; states: string[]; after: unknown }
    expect(result.told.filter((what) => !['nothing', 'theirs', 'changing'].includes(what))).toEqual([])
    expect(result.states.filter((state) => !['ok', 'changing'].includes(state))).toEqual([])
    expect(result.after).toEqual({ state: 'ok', value: 'mine', held: 1, gone: true })
  },
)

/** The daemon's number comes from the bus, so that no other process is ever stopped. */
const stoppable = `echo -n pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null
owner() { dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus / \
  org.freedesktop.DBus.GetConnectionUnixProcessID string:org.freedesktop.secrets 2>/dev/null | grep -o '[0-9]*$'; }
until pid=$(owner); do sleep 0.05; done
exec "$@" "$pid"`

test.skipIf(!isLinux)(
  'a daemon that stops answering: the process goes on, nothing counts as deleted, and all is there when it wakes',
  async () => {
    expect(await useKeychain(stoppable, silent)).toEqual({
      wentOn: true,
      first: 'timed-out',
      signOut: 'timed-out',
      state: 'ok',
      again: 'tok-1',
    })
  },
)

test.skipIf(!isLinux)(
  'a bus that takes calls and never answers: the process goes on, tells it after its patience, and ends',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'loadout-bus-'))
    const bus = createServer(() => undefined)
    await new Promise<void>((resolve) => bus.listen(join(folder, 'bus'), resolve))
    onTestFinished(async () => {
      bus.close()
      await rm(folder, { recursive: true, force: true })
    })
    const address = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, 'bus')}` }
    expect(await useKeychain(undefined, silent, address)).toEqual({
      wentOn: true,
      first: 'timed-out',
      signOut: 'timed-out',
      state: 'timed-out',
    })
  },
)

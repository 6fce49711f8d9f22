import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { expect, test } from '@playwright/test'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { sandboxSwitches } from '../../scripts/lib/sandbox.mjs'
import { electronPath } from './support/app.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

/** The unpacked app that `npm run package` creates on this system. */
const unpacked: Partial<Record<NodeJS.Platform, { program: string; fused: string; archive: string }>> = {
  linux: {
    program: 'dist/linux-unpacked/loadout',
    fused: 'dist/linux-unpacked/loadout',
    archive: 'dist/linux-unpacked/resources/app.asar',
  },
  win32: {
    program: 'dist/win-unpacked/Loadout.exe',
    fused: 'dist/win-unpacked/Loadout.exe',
    archive: 'dist/win-unpacked/resources/app.asar',
  },
  darwin: {
    program: 'dist/mac/Loadout.app/Contents/MacOS/Loadout',
    fused: 'dist/mac/Loadout.app',
    archive: 'dist/mac/Loadout.app/Contents/Resources/app.asar',
  },
}
const here = unpacked[process.platform]

test.describe.configure({ mode: 'serial' })

test('the app is packaged without the network @long', async () => {
  await run(process.execPath, ['scripts/package.mjs'], { cwd: root, maxBuffer: 1 << 24 })
  expect(existsSync(join(root, here?.program ?? ''))).toBe(true)
})

test('its fuses are closed @long', async () => {
  const wire = await getCurrentFuseWire(join(root, here?.fused ?? ''))
  const state = (option: FuseV1Options) => String.fromCharCode(wire[option] ?? 0) === '1' // each state is a digit as a character
  expect({
    runAsNode: state(FuseV1Options.RunAsNode),
    cookieEncryption: state(FuseV1Options.EnableCookieEncryption),
    nodeOptions: state(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
    inspect: state(FuseV1Options.EnableNodeCliInspectArguments),
    asarIntegrity: state(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
    onlyAsar: state(FuseV1Options.OnlyLoadAppFromAsar),
    ownSnapshot: state(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot),
    fileProtocol: state(FuseV1Options.GrantFileProtocolExtraPrivileges),
  }).toEqual({
    runAsNode: false,
    cookieEncryption: true,
    nodeOptions: false,
    inspect: false,
    asarIntegrity: true,
    onlyAsar: true,
    ownSnapshot: false,
    fileProtocol: false,
  })
})

test('it starts, shows its first screen, and ends @long', async () => {
  const userData = await mkdtemp(join(tmpdir(), 'loadout-packaged-'))
  try {
    // the test build would not even start with this value
    const env = { ...process.env, LOADOUT_TEST_FAULTS: 'no fault at all' }
    const args = [...sandboxSwitches, `--user-data-dir=${userData}`, '--smoke']
    const { stdout } = await run(join(root, here?.program ?? ''), args, { env })
    const line = stdout.split('\n').find((text) => text.startsWith('{'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ ok: true, screen: 'setup', packaged: true })
    expect((await stat(userData)).isDirectory()).toBe(true)
  } finally {
    await rm(userData, { recursive: true, force: true })
  }
})

/** Starts every worker of the app from the archive, and prints each answer. */
const THREADS = `
const { Worker } = require('node:worker_threads')
for (const name of require('node:fs').readdirSync(process.argv[1]).filter((one) => one.endsWith('-worker.js'))) {
  const worker = new Worker(process.argv[1] + '/' + name, { workerData: {} })
  worker.on('error', (error) => console.log(name, error.message))
  worker.on('message', ({ error }) => error && (console.log(name, error.message), worker.terminate()))
  worker.postMessage({ id: 1, method: 'none' })
}`

test('its threads come out of its archive @long', async () => {
  const main = join(root, here?.archive ?? '', 'out/main')
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const { stdout } = await run(electronPath, ['-e', THREADS, main], { env })
  const lines = stdout.trim().split('\n').sort()
  expect(lines.map((line) => line.replace(/^\S+ /, ''))).toEqual(lines.map(() => 'there is no method none'))
  expect(lines.join()).toContain('mods-worker.js')
})

test('it cannot be used as a plain Node, nor steered from outside @long', async () => {
  const userData = await mkdtemp(join(tmpdir(), 'loadout-packaged-'))
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--require=/nowhere.cjs' }
  try {
    const odd = ['--remote-debugging-port=0', '--inspect=0', '-e', 'process.stdout.write("node")']
    const args = [...sandboxSwitches, `--user-data-dir=${userData}`, '--smoke', ...odd]
    const { stdout, stderr } = await run(join(root, here?.program ?? ''), args, { env })
    expect(stdout).toContain('"ok":true')
    expect(stdout).not.toContain('node"}node')
    expect(stderr).not.toMatch(/DevTools listening|Debugger listening/)
  } finally {
    await rm(userData, { recursive: true, force: true })
  }
})

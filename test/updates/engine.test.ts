import { generateKeyPairSync, createHash } from 'node:crypto'
import { request, type ClientRequest, type IncomingMessage, type RequestOptions, type ServerResponse } from 'node:http'
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import electronUpdater, { type AppUpdater } from 'electron-updater'
import { afterEach, describe, expect, it } from 'vitest'
import { signReleases } from '../../scripts/lib/sign-release.mjs'
import { updaterEngine } from '../../src-main/updates/engine.ts'
import { UpdateService } from '../../src-main/updates/index.ts'
import { serve } from '../support/serve.ts'
import { tempDir } from '../support/temp.ts'

const { AppImageUpdater } = electronUpdater
type Ask = (options: RequestOptions, answer: (response: IncomingMessage) => void) => ClientRequest
type Executor = new () => { createRequest: Ask }
/** The updater's own way to load, asking by Node where the app asks by Electron. */
const { ElectronHttpExecutor } = createRequire(import.meta.url)('electron-updater/out/electronHttpExecutor') as {
  ElectronHttpExecutor: Executor
}

/** A program that ends at once, as one does that is only to settle in. */
const program = Buffer.concat([Buffer.from('#!/bin/sh\nexit\n'), Buffer.alloc(4_000_000, 'new')])
const name = 'Loadout-2.0.0.AppImage'
/** The description of the newest release, as electron-builder names it. */
const description = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`
const log = { info: () => undefined, error: () => undefined, incident: () => '' }
const closing: (() => void)[] = []
let quit: (code: number) => void = () => undefined
afterEach(() => closing.splice(0).forEach((close) => close()))

/** A feed as `npm run package` leaves it, served on port 0. The first load of the program stops half-way and waits, if it `stops`. */
async function publishAt(folder: string, stops = true, sent = program) {
  const loads: ServerResponse[] = []
  const url = await serve(({ url: asked = '/' }, response) => {
    const file = asked.split('?')[0]?.slice(1) ?? ''
    if (!existsSync(join(folder, file)) && file !== name) return void response.writeHead(404).end()
    if (file !== name) return void response.end(readFileSync(join(folder, file)))
    loads.push(response)
    response.setHeader('content-length', sent.length)
    if (stops && loads.length === 1) response.write(sent.subarray(0, sent.length / 2))
    else response.end(sent)
  })
  return { loads, url: `${url}/` }
}

/** What the updater asks of the app around it. */
const appIn = (folder: string, version: string) => ({
  version,
  name: 'loadout',
  isPackaged: true,
  appUpdateConfigPath: join(folder, 'app-update.yml'),
  userDataPath: folder,
  baseCachePath: folder,
  whenReady: () => Promise.resolve(),
  relaunch: () => undefined,
  quit: () => undefined,
  onQuit: (listener: typeof quit) => void (quit = listener),
})

function publish() {
  const folder = tempDir()
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const sha512 = createHash('sha512').update(program).digest('base64')
  const lines = ['version: 2.0.0', 'files:', `  - url: ${name}`, `    sha512: ${sha512}`, `    size: ${program.length}`]
  const releases = [...lines, `path: ${name}`, `sha512: ${sha512}`, `releaseDate: '2026-01-01T00:00:00.000Z'`, '']
  writeFileSync(join(folder, description), releases.join('\n'))
  signReleases(folder, privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'))
  return { folder, publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') }
}

/** The real updater of an AppImage, in a folder of its own. */
function appImageUpdater(folder: string, version = '1.0.0'): AppUpdater {
  const old = join(folder, 'Loadout.AppImage')
  writeFileSync(join(folder, 'app-update.yml'), 'updaterCacheDirName: loadout-updater\n')
  writeFileSync(old, 'old')
  process.env.APPIMAGE = old
  closing.push(() => delete process.env.APPIMAGE)
  closing.push(() => delete process.env.ELECTRON_BUILDER_LINUX_PACKAGE_MANAGER)
  const lines = new Set<ClientRequest>()
  const createRequest: Ask = (options, answer) => {
    const line = request(options, answer)
    lines.add(line)
    return line
  }
  const closeAllConnections = () => {
    for (const line of lines) line.destroy()
    return Promise.resolve()
  }
  const updater = new AppImageUpdater(null, appIn(folder, version))
  Object.defineProperty(updater, 'netSession', { value: { closeAllConnections, fetch } })
  return Object.assign(updater, { httpExecutor: Object.assign(new ElectronHttpExecutor(), { createRequest }) })
}

it.runIf(process.platform === 'linux')(
  'an update on its way is cut off when the game starts, loaded whole when it has ended, and installed at the quit',
  async () => {
    const { folder, publicKey } = publish()
    const { url, loads } = await publishAt(folder)
    const updater = appImageUpdater(tempDir())
    let busy = false
    const updates = new UpdateService({
      engine: updaterEngine({ url, publicKey }, log, () => Promise.resolve(updater)),
      wish: () => 'on-quit',
      isBusy: () => busy,
      now: () => new Date(0),
      log: (_line, error) => expect.fail(String(error)),
    })
    const looking = updates.look()
    await expect.poll(() => loads.length).toBe(1)
    const cut = new Promise((resolve) => loads[0]?.once('close', resolve))
    busy = true
    updates.giveWay()
    await cut // the server sees the line given up in the middle
    await looking
    expect(updates.state).toEqual({ phase: 'waiting', version: '2.0.0' })
    busy = false
    updates.giveWay()
    await expect.poll(() => updates.state.phase).toBe('ready')
    expect(loads).toHaveLength(2)
    const installed = () => readFileSync(process.env.APPIMAGE ?? '')
    quit(0) // that nobody asked for, as after a failed start
    expect(installed().toString()).toBe('old')
    updates.beforeQuit(false)
    quit(0)
    expect(installed().equals(program)).toBe(true)
  },
)

describe.runIf(process.platform === 'linux')('a release', () => {
  /** Looks for a release after `change` has been at its description and its signature. */
  async function lookAfter(
    change: (text: string, signature: string) => Record<string, string | undefined>,
    key?: string,
  ) {
    const { folder, publicKey: own } = publish()
    const publicKey = key ?? own
    const { url } = await publishAt(folder)
    const read = (file: string) => readFileSync(join(folder, file), 'utf8')
    const files = change(read(description), read(`${description}.sig`))
    for (const [file, text] of Object.entries(files))
      if (text === undefined) rmSync(join(folder, file))
      else writeFileSync(join(folder, file), text)
    const updater = appImageUpdater(tempDir())
    return updaterEngine({ url, publicKey }, log, () => Promise.resolve(updater)).check()
  }
  const changed = (from: string, to: string) => (text: string) => ({ [description]: text.replaceAll(from, to) })

  it('with the publisher’s signature is offered', async () => {
    expect(await lookAfter(() => ({}))).toBe('2.0.0')
  })

  it('that is not newer, though it is signed, is not', async () => {
    const { folder, publicKey } = publish()
    const { url } = await publishAt(folder)
    const updater = appImageUpdater(tempDir(), '2.0.1')
    expect(await updaterEngine({ url, publicKey }, log, () => Promise.resolve(updater)).check()).toBeUndefined()
  })

  it.each([
    ['another version', changed('2.0.0', '3.0.0')],
    ['another digest', changed('sha512: ', 'sha512: x')],
    // the updater has a shell install a deb by its name
    ['another name', changed(`url: ${name}`, "url: x';touch pwned;'.AppImage")],
    ['more in it', (text: string) => ({ [description]: `${text}packages: {}\n` })],
    ['no signature', () => ({ [`${description}.sig`]: '' })],
    [
      'another signature',
      (_: string, signature: string) => ({
        [`${description}.sig`]: `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      }),
    ],
  ])('with %s is refused', async (_what, change) => {
    await expect(lookAfter(change)).rejects.toMatchObject({ code: 'unsigned' })
  })

  it('is refused by a build whose key is none', async () => {
    for (const key of ['', 'a2V5']) await expect(lookAfter(() => ({}), key)).rejects.toMatchObject({ code: 'unsigned' })
  })

  it('whose description or signature is not there, or has no end, is told as that', async () => {
    await expect(lookAfter(() => ({ [`${description}.sig`]: undefined }))).rejects.toMatchObject({ code: 'HTTP 404' })
    const long = ' '.repeat(2 << 20)
    await expect(lookAfter(() => ({ [description]: long }))).rejects.toMatchObject({ code: 'too-large' })
  })
})

describe.runIf(process.platform === 'linux')('the updater', () => {
  /** A release that was found, and its engine. `sent`: what comes in place of the program. */
  async function found({ sent = program, stops = false } = {}) {
    const { folder, publicKey } = publish()
    const { url, loads } = await publishAt(folder, stops, sent)
    const cache = tempDir()
    const updater = appImageUpdater(cache)
    const lines: string[] = []
    const logged = { ...log, error: (line: string) => void lines.push(line) }
    const engine = updaterEngine({ url, publicKey }, logged, () => Promise.resolve(updater))
    engine.installOnQuit(true) // before anything was looked for
    await engine.check()
    return { engine, updater, loads, lines, cache }
  }
  const { signal } = new AbortController()

  it('does nothing by itself, and asks for the password of a deb once', async () => {
    const { updater, lines } = await found()
    const settings = { autoDownload: false, autoInstallOnAppQuit: false, allowDowngrade: false }
    expect(updater).toMatchObject({ ...settings, disableWebInstaller: true })
    expect(process.env.ELECTRON_BUILDER_LINUX_PACKAGE_MANAGER).toBe('apt')
    updater.logger?.error('')
    updater.logger?.error('no room')
    expect(lines).toEqual(['no room'])
  })

  it('tells how much is loaded, to the present load only, and leaves other connections alone', async () => {
    const { engine, updater, loads } = await found({ stops: true })
    let closed = 0
    const { closeAllConnections } = updater.netSession
    Object.assign(updater.netSession, { closeAllConnections: () => (closed++, closeAllConnections()) })
    const control = new AbortController()
    const [first, second]: [number[], number[]] = [[], []]
    const cut = engine.load((share) => first.push(share), control.signal)
    await expect.poll(() => loads.length).toBe(1)
    control.abort()
    await expect(cut).rejects.toThrow()
    const early = [...first]
    const later = new AbortController()
    await engine.load((share) => second.push(share), later.signal)
    later.abort()
    expect([second.at(-1), first, closed]).toEqual([1, early, 1])
    await expect(engine.load(() => undefined, control.signal)).rejects.toBe(control.signal.reason)
    expect(loads).toHaveLength(2)
  })

  it('takes only the signed file, and tells another failure as what it is', async () => {
    const other = await found({ sent: Buffer.alloc(program.length, 'bad') })
    await expect(other.engine.load(() => undefined, signal)).rejects.toMatchObject({ code: 'unsigned' })
    const { engine, updater } = await found()
    updater.downloadUpdate = () => Promise.reject(Object.assign(new Error(), { code: 'ENOSPC' }))
    await expect(engine.load(() => undefined, signal)).rejects.toMatchObject({ code: 'ENOSPC' })
  })

  it('installs a loaded update at once, and tells if that fails', async () => {
    const { engine, updater } = await found()
    await engine.load(() => undefined, signal)
    const why = new Error('not let in')
    updater.quitAndInstall = () => void updater.emit('error', why) // the real one ends Electron
    const failures: unknown[] = []
    engine.installNow((failure) => failures.push(failure))
    expect(failures).toEqual([why])
  })

  it('keeps the present program if something has deleted the loaded one', async () => {
    const { engine, cache } = await found()
    await engine.load(() => undefined, signal)
    rmSync(join(cache, 'loadout-updater'), { recursive: true })
    const failures: unknown[] = []
    engine.installNow((failure) => failures.push(failure))
    expect(failures).toHaveLength(1)
    engine.installOnQuit(true)
    quit(0)
    expect(readFileSync(process.env.APPIMAGE ?? '', 'utf8')).toBe('old')
  })

  it('keeps the present program if its disk has no room for the loaded one', async () => {
    const { engine, cache } = await found()
    await engine.load(() => undefined, signal)
    truncateSync(join(cache, 'loadout-updater/pending', name), 2 ** 43)
    const failures: unknown[] = []
    engine.installNow((failure) => failures.push(failure))
    engine.installOnQuit(true)
    quit(0)
    expect(readFileSync(process.env.APPIMAGE ?? '', 'utf8')).toBe('old')
    expect(failures).toHaveLength(1)
  })
})

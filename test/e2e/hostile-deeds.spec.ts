import type { ElectronApplication, Page, TestInfo } from '@playwright/test'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { contract } from '../../src-preload/contract/index.ts'
import type { Member } from '../../src-preload/contract/members.ts'
import type { PlanFiles, PlanSummary, Quarantine, RepairState } from '../../src-preload/contract/repair.ts'
import type { Reply } from '../../src-preload/contract/wire.ts'
import { hostileInputs } from '../support/hostile-inputs.ts'
import { expect, type Fixtures, modulesOpen, test } from './support/app.ts'

// A compromised page sends harmful requests, and nobody answers main's questions with yes. The test then looks at the disk, the network,
// other programs and the links, and not at the answers to the page.

interface Seen {
  links: string[]
  folders: string[]
  trashed: string[]
  programs: string[]
  dialogs: string[]
  questions: string[]
}

/** Records what main would do outside the app instead of doing it, and closes every question without an answer. */
async function watch(app: ElectronApplication): Promise<() => Promise<Seen>> {
  await app.evaluate(({ app: electron, dialog, shell }) => {
    const seen: Seen = { links: [], folders: [], trashed: [], programs: [], dialogs: [], questions: [] }
    Object.assign(globalThis, { seen })
    const left = (kind: string) => () => {
      seen.dialogs.push(kind)
      return Promise.resolve({ canceled: true, filePaths: [], filePath: '', response: 0, checkboxChecked: false })
    }
    Object.assign(dialog, { showOpenDialog: left('open'), showSaveDialog: left('save'), showMessageBox: left('box') })
    Object.assign(shell, {
      openExternal: (link: string) => Promise.resolve(void seen.links.push(link)),
      openPath: (folder: string) => Promise.resolve(seen.folders.push(folder) ? '' : ''),
      showItemInFolder: (file: string) => void seen.folders.push(file),
      trashItem: (file: string) => Promise.resolve(void seen.trashed.push(file)),
    })
    const programs = process.getBuiltinModule('node:child_process')
    const { spawn, execFile } = programs
    Object.assign(programs, {
      spawn: (file: string, ...rest: [string[], object]) => (seen.programs.push(file), spawn(file, ...rest)),
      execFile: (file: string, ...rest: [string[]]) => (seen.programs.push(file), execFile(file, ...rest)),
    })
    process.getBuiltinModule('node:module').syncBuiltinESMExports()
    electron.on('browser-window-created', (_event, window) => {
      window.webContents.on('did-finish-load', () => {
        if (!window.webContents.getURL().startsWith('data:text/html')) return
        seen.questions.push(window.webContents.getTitle())
        window.close()
      })
    })
  })
  return () => app.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
}

/** Programs that only read. This one asks the desktop whether a program opens voice links. */
const looks = ['xdg-mime']
const started = ({ programs }: Seen) => programs.filter((file) => !looks.some((look) => file.endsWith(look)))

/** The presses that this test makes on the page. Each may allow one link or folder. */
const PRESSES = 3

let last = 0
const ask = (page: Page, name: string, input?: unknown): Promise<Reply> =>
  page.evaluate(([asked, id, given]) => window.loadout.invoke(asked, id, given), [
    name,
    `deed-${++last}`,
    input,
  ] as const)

const codeOf = (reply: Reply) => (reply.ok ? 'ok' : reply.failure.code)

/** All files below a folder with their content. */
function filesOf(folder: string): Record<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = found.map(({ parentPath, name }) => join(parentPath, name)).sort()
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]))
}

/** A listener that only counts connections. */
async function trap() {
  let came = 0
  const server = createServer((socket) => {
    came++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return { port: (server.address() as AddressInfo).port, came: () => came, close: () => server.close() }
}

/** The settings that lead to a program, a folder or a deletion. */
async function delicate(page: Page) {
  const reply = await ask(page, 'settings/state')
  if (!reply.ok) throw new Error('no settings')
  const { settings } = reply.value as { settings: Record<string, unknown> }
  const { gameDirs, gameInstalls, launch, quarantineDays, quarantineGiB, quarantineSince } = settings
  return { gameDirs, gameInstalls, launch, quarantineDays, quarantineGiB, quarantineSince }
}

/** `links`: how often each link is asked for. `inputs`: the most inputs of one member, because many of them open a window of main's. */
async function hostileDeeds(start: Fixtures['start'], info: TestInfo, most: { links: number; inputs: number }) {
  const elsewhere = info.outputPath('elsewhere')
  mkdirSync(join(elsewhere, '.config/autostart'), { recursive: true })
  for (const name of ['keep.txt', 'arma3_x64.exe', 'arma3.x86_64']) writeFileSync(join(elsewhere, name), name)
  const userData = info.outputPath('data')
  const known = join(userData, 'communities/api-harbour-example')
  mkdirSync(known, { recursive: true })
  const harbour = { id: 'api-harbour-example', name: 'Harbour', baseUrl: 'https://api.harbour.example' }
  writeFileSync(join(known, 'profile.json'), JSON.stringify(harbour))
  const listener = await trap()
  const { app, page } = await start({ userData, env: { XDG_CONFIG_HOME: info.outputPath('config') } })
  await modulesOpen(page)
  const seen = await watch(app)
  const before = { elsewhere: filesOf(elsewhere), known: filesOf(known), settings: await delicate(page) }

  await test.step('folders: by name, by a made-up file, by a number that main gave to nobody', async () => {
    for (const path of [elsewhere, '/etc', '/etc/passwd', '/nowhere', '\\\\hostile.invalid\\share', '//127.0.0.1/x']) {
      const reply = await ask(page, 'play/useInstall', { path })
      expect(reply).toEqual({
        ok: false, // the same for paths that exist and paths that do not
        failure: {
          code: 'game-folder-refused',
          facts: { folder: path, names: expect.any(String) as unknown, why: 'unknown' },
        },
      })
    }
    const file = await page.evaluate((path) => {
      const made = new File(['{}'], path)
      Object.defineProperty(made, 'path', { value: path })
      return window.loadout.handOver(made)
    }, elsewhere)
    for (const member of ['play/useDropped', 'communities/readDropped', 'communities/openProfile'])
      for (const number of [file, 0, -1, 7]) expect(codeOf(await ask(page, member, { file: number }))).toBe('forbidden')
    expect(codeOf(await ask(page, 'play/chooseInstall'))).toBe('cancelled')
    expect(codeOf(await ask(page, 'settings/change', { gameDirs: { demo: elsewhere } }))).toBe('bad-request')
    for (const gone of ['mods/setGameDir', 'mods/chooseGameDir'])
      expect(codeOf(await ask(page, gone, { path: elsewhere }))).toBe('forbidden')
  })

  await test.step('trust: a profile of its own, one of a known id, another choice', async () => {
    for (const baseUrl of [`http://127.0.0.1:${listener.port}`, 'https://api-harbour.example']) {
      const reply = await ask(page, 'communities/describe', { name: 'Harbour', address: baseUrl })
      if (!reply.ok) continue // an address that is refused at once
      const { draft } = reply.value as { draft: number }
      expect(codeOf(await ask(page, 'communities/add', { draft }))).toBe('forbidden')
      expect(codeOf(await ask(page, 'communities/test', { draft }))).toBe('cancelled')
      expect(codeOf(await ask(page, 'communities/add', { draft }))).toBe('forbidden')
    }
    for (const member of ['tryProfile', 'saveProfile'])
      for (const [baseUrl, code] of [
        [harbour.baseUrl, 'cancelled'],
        [`http://127.0.0.1:${listener.port}`, 'profile-invalid'],
      ] as const) {
        const input = { profile: { ...harbour, baseUrl } }
        expect(codeOf(await ask(page, `communities/${member}`, input))).toBe(code)
      }
    expect(codeOf(await ask(page, 'communities/choose', { id: 'stranger' }))).toBe('profile-invalid')
    expect(codeOf(await ask(page, 'communities/restore', { id: harbour.id }))).toBe('forbidden')
    for (const member of ['remove', 'restore'])
      // a page may do this, because it can be undone
      expect(codeOf(await ask(page, `communities/${member}`, { id: harbour.id }))).toBe('ok')
    for (let request = 0; request < 5; request++)
      expect(codeOf(await ask(page, 'communities/readRequest', { request }))).toBe('forbidden')
  })

  await test.step('files in the quarantine: emptied, or given up after a day', async () => {
    const { modId, folder } = await setAside(page)
    expect(modId).toBeGreaterThan(0)
    const kept = filesOf(folder)
    const sessions = await ask(page, 'repair/quarantine')
    const list = sessions.ok ? (sessions.value as Quarantine).sessions : []
    expect(list.length).toBeGreaterThan(0)
    for (const { sessionId } of list)
      expect(codeOf(await ask(page, 'repair/empty', { sessionIds: [sessionId] }))).toBe('cancelled')
    expect(codeOf(await ask(page, 'settings/keepQuarantine', { days: 1, gib: 10 }))).toBe('cancelled')
    expect(codeOf(await ask(page, 'settings/keepQuarantineLonger', { days: 29, gib: 0 }))).toBe('forbidden')
    expect(codeOf(await ask(page, 'settings/change', { quarantineDays: 1 }))).toBe('bad-request')
    expect(filesOf(folder)).toEqual(kept)
  })

  await test.step('money: a transfer, and the player presses somewhere else', async () => {
    expect(codeOf(await ask(page, 'player/signInAsDemo'))).toBe('ok')
    const input = { from: 'NH104233', to: 'NH417702', amount: 5_000, info: '' }
    const asking = Promise.all([ask(page, 'bank/transfer', input), ask(page, 'bank/transfer', input)])
    await page.mouse.click(2, 2)
    await page.keyboard.press('Enter')
    for (const reply of await asking) expect(['cancelled', 'question-open']).toContain(codeOf(reply))
    const made = await ask(page, 'bank/transfers')
    expect(made).toEqual({ ok: true, value: [] })
  })

  await test.step('links, folders and programs: many at a time, with one press', async () => {
    await takePress(page)
    const none = await seen()
    const traffic = await ask(page, 'diagnostics/traffic')
    const [own] = traffic.ok ? (traffic.value as { host: string }[]) : []
    const targets = [
      `https://${own?.host}/?balance=1272215`,
      `https://127.0.0.1:${listener.port}/`,
      'https://a.invalid/',
    ]
    const links = targets.flatMap((url) =>
      Array.from({ length: most.links }, () => ['shell/openLink', { url }] as const),
    )
    await askAll(page, links)
    expect((await seen()).links).toEqual(none.links)
    await page.mouse.click(2, 2)
    await askAll(page, links)
    expect((await seen()).links.length - none.links.length).toBeLessThanOrEqual(1)
    await takePress(page)
    const outside = [
      'play/validateGame',
      'play/getVoiceClient',
      'diagnostics/openLogFolder',
      'repair/openQuarantine',
    ] as const
    await askAll(
      page,
      outside.map((name) => [name, undefined] as const),
    )
    for (const [name, input] of [
      ['play/openVoice', {}],
      ['mods/openFolder', { modId: 1 }],
      ['play/join', { serverId: 1 }],
      ['play/saveSwitches', { extra: '-mod=\\\\hostile.invalid\\share' }],
    ] as const)
      expect(codeOf(await ask(page, name, input)), name).not.toBe('ok')
  })

  await test.step('every member that needs the player, with hostile input that fits its schema', async () => {
    const at = await seen()
    const needs = Object.entries(contract).flatMap(([domain, list]) =>
      Object.entries(list).flatMap(([name, member]: [string, Member]) => {
        if (member.kind === 'topic' || member.access !== 'player') return []
        const inputs =
          member.input.type === 'undefined' ? [undefined] : spread(hostileInputs(member.input), most.inputs)
        return inputs.map((input) => [`${domain}/${name}`, input] as const)
      }),
    )
    expect(needs.length).toBeGreaterThan(20)
    for (const [name, input] of needs) expect(['ok', 'bug'], name).not.toContain(codeOf(await ask(page, name, input)))
    const { links, folders } = await seen()
    expect({ links, folders }).toEqual({ links: at.links, folders: at.folders })
  })

  const after = await seen()
  expect(after.folders.length).toBeLessThanOrEqual(PRESSES)
  expect(started(after)).toEqual([])
  expect(after.trashed).toEqual([])
  expect(after.questions.length).toBeGreaterThan(5) // the player was asked, in windows of main
  expect(listener.came()).toBe(0)
  expect({ elsewhere: filesOf(elsewhere), known: filesOf(known), settings: await delicate(page) }).toEqual(before)
  expect(readdirSync(join(userData, 'communities')).sort()).toEqual(expect.arrayContaining(['api-harbour-example']))
  listener.close()
}

test('a hostile page changes nothing that needs the player: disk, network, programs and links stay as they are', ({
  start,
}, info) => hostileDeeds(start, info, { links: 6, inputs: 2 }))

test('a hostile page that asks for much more changes nothing either @long', ({ start }, info) =>
  hostileDeeds(start, info, { links: 66, inputs: 12 }))

/** At most `most` of `inputs`, at equal distances. */
function spread<T>(inputs: readonly T[], most: number): T[] {
  const step = Math.max(1, inputs.length / most)
  return inputs.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
}

/** Makes main move a mod's extra files into the quarantine, which a page may do. Returns the folder of these files. */
async function setAside(page: Page): Promise<{ modId: number; folder: string }> {
  const state = await ask(page, 'mods/state')
  if (!state.ok) throw new Error('no mods')
  const { mods, gameDir } = state.value as { mods: { id: number; hasFiles: boolean }[]; gameDir: string }
  for (const { id: modId } of mods.filter(({ hasFiles }) => hasFiles)) {
    await ask(page, 'mods/check', { modId, tier: 'full' })
    const reply = await ask(page, 'repair/plan', { modId })
    if (!reply.ok) continue
    const { id: planId } = reply.value as PlanSummary
    const files = await ask(page, 'repair/planFiles', { planId, piece: 0 })
    if (!files.ok) continue
    const { fetch, rename, extras } = files.value as PlanFiles
    if (extras.length === 0) continue
    const choice = {
      fetch: '0'.repeat(fetch.length),
      rename: '0'.repeat(rename.length),
      extras: '1'.repeat(extras.length),
    }
    expect(codeOf(await ask(page, 'repair/start', { planId, choice }))).toBe('ok')
    await expect
      .poll(async () => {
        const states = await ask(page, 'repair/states')
        return states.ok && (states.value as RepairState[]).map(({ phase }) => phase)
      })
      .toEqual(['ended'])
    return { modId, folder: join(gameDir, '.loadout') }
  }
  throw new Error('no extras to set aside')
}

/** Uses up the presses so far. */
const takePress = (page: Page) => ask(page, 'diagnostics/openLogFolder')

/** Sends a few requests at a time, because a page may have only a limited number open. */
async function askAll(page: Page, asked: readonly (readonly [string, unknown])[]): Promise<void> {
  for (let at = 0; at < asked.length; at += 16)
    await Promise.all(asked.slice(at, at + 16).map(([name, input]) => ask(page, name, input)))
}

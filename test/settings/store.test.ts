import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { isFailure } from '../../src-preload/contract/failure.ts'
import { MOST_KEPT } from '../../src-preload/contract/most-kept.ts'
import { noticeClasses, type ProfileView, settingsContract } from '../../src-preload/contract/settings.ts'
import { openSettings, settingsHandlers } from '../../src-main/settings/index.ts'
import { tempDir } from '../support/temp.ts'

const asked = { signal: new AbortController().signal, windowId: 1 }
const now = () => new Date('2026-01-02T03:04:05Z')

const fileIn = (dir: string) => join(dir, 'settings.json')
const open = (path: string) => openSettings(path, (content) => writeFileSync(path, JSON.stringify(content)), now)
/** The copy of a damaged file. */
const keptOf = (path: string) => open(path).view.notices[0]?.keptAs

test('a first start has the standard values and says nothing', () => {
  const store = open(fileIn(tempDir()))
  expect(store.settings.theme).toBe('system')
  expect(store.settings.uiScalePercent).toBe(100)
  expect(store.view.notices).toEqual([])
})

test('a change is stored, told, and there again after a restart', () => {
  const file = fileIn(tempDir())
  const store = open(file)
  const seen: string[] = []
  const stop = store.onChange((view) => seen.push(view.settings.theme))
  store.change({ theme: 'dark' })
  stop()
  store.change({ theme: 'light' })
  expect(seen).toEqual(['dark'])
  expect(open(file).settings.theme).toBe('light')
})

test('a change of one part is told to those who listen for it, and nothing else', () => {
  const store = open(fileIn(tempDir()))
  const seen: object[] = []
  const start = () => ({ withSystem: store.settings.startWithSystem, hidden: store.settings.startHidden })
  const stop = store.onChangeOf(start, (part) => seen.push(part))
  store.change({ theme: 'dark' })
  store.change({ startHidden: true })
  store.change({ startHidden: true })
  stop()
  store.change({ startHidden: false })
  expect(seen).toEqual([{ withSystem: false, hidden: true }])
})

test('one value that does not fit costs only itself, and the file is copied before the player’s own replaces it', () => {
  const file = fileIn(tempDir())
  writeFileSync(file, JSON.stringify({ version: 1, theme: 'purple', uiScalePercent: 125 }))
  const store = open(file)
  store.change({ closeToTray: true })
  expect(store.settings).toMatchObject({ theme: 'system', uiScalePercent: 125, closeToTray: true })
  expect(store.view.notices).toEqual([])
  expect(open(file).view.notices).toEqual([])
  store.change({ theme: 'dark' })
  store.change({ theme: 'light' })
  expect(open(file).settings.theme).toBe('light')
  const [notice, ...others] = store.view.notices
  expect([notice?.kind, others]).toEqual(['damaged-file-kept', []])
  expect(readFileSync(notice?.keptAs ?? '', 'utf8')).toContain('purple')
})

test('entries of a newer version cost no others, and are still there after a change', () => {
  const file = fileIn(tempDir())
  const newer = {
    modsDirs: { north: '/mods', south: { folder: '/mods', since: 2 } },
    silenced: ['launcher', 'guild'],
    quarantineDays: 'never',
  }
  writeFileSync(file, JSON.stringify({ version: 2, ...newer }))
  const store = open(file)
  expect(store.settings).toMatchObject({ modsDirs: { north: '/mods' }, silenced: ['launcher'] })
  expect(store.settings.quarantineDays, 'nothing is deleted by a limit that cannot be read').toBe(0)
  store.change({ theme: 'dark' })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: 2, theme: 'dark', ...newer })
})

test('a file that an editor saved with a byte order mark is read', () => {
  const file = fileIn(tempDir())
  writeFileSync(file, '\uFEFF{"theme":"dark"}')
  expect(open(file).settings.theme).toBe('dark')
})

test('a file that is not JSON is kept aside before anything writes over it', () => {
  const path = join(tempDir(), 'settings.json')
  writeFileSync(path, '{"theme": "da')
  const keptAs = keptOf(path)
  expect(keptAs && readFileSync(keptAs, 'utf8')).toBe('{"theme": "da')
})

test.each(['null', '[]', '"dark"', '7'])('a file that holds %s is kept aside, too', (text) => {
  const file = fileIn(tempDir())
  writeFileSync(file, text)
  const { settings, notices } = open(file).view
  expect(settings.theme).toBe('system')
  expect(readFileSync(notices[0]?.keptAs ?? '', 'utf8')).toBe(text)
})

test('what cannot be copied is moved aside, and what cannot be moved either stops no start', () => {
  const path = join(tempDir(), 'settings.json')
  mkdirSync(path) // copyFile refuses it
  expect(existsSync(keptOf(path) ?? '')).toBe(true)
  expect(existsSync(path)).toBe(false)
  mkdirSync(path)
  mkdirSync(join(`${path}.damaged-2026-01-02T03-04-05-000Z`, 'full'), { recursive: true })
  expect(keptOf(path)).toBeUndefined()
})

test('a disk that refuses leaves the settings as they were', () => {
  const full = () => {
    throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  }
  const store = openSettings(fileIn(tempDir()), full, now)
  let caught: unknown
  try {
    store.change({ theme: 'dark' })
  } catch (error) {
    caught = error
  }
  expect(isFailure(caught) && caught.is('settings-not-saved') && caught.facts.errno).toBe('ENOSPC')
  expect(store.settings.theme).toBe('system')
})

test('settings of a newer app are read for what fits', () => {
  const file = fileIn(tempDir())
  writeFileSync(file, JSON.stringify({ version: 99, theme: 'dark', hologram: true }))
  const store = open(file)
  expect(store.settings.theme).toBe('dark')
  expect(store.view.notices).toEqual([])
})

test('settings of a newer app are still there when the player goes back to it', () => {
  const file = fileIn(tempDir())
  writeFileSync(file, JSON.stringify({ version: 99, theme: 'dark', hologram: { depth: 3 } }))
  open(file).change({ theme: 'light' })
  const store = open(file)
  store.change({ uiScalePercent: 110 })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    ...{ version: 99, theme: 'light', uiScalePercent: 110 },
    hologram: { depth: 3 },
  })
  expect(store.settings).not.toHaveProperty('hologram')
})

test('the page may have the quarantine keep files for longer, never for less', () => {
  const store = open(fileIn(tempDir()))
  const handlers = settingsHandlers(store, {} as ProfileView, { faq: [], links: [] }, now)
  const longer = (days: number, gib = 10) => {
    try {
      void handlers.keepQuarantineLonger({ days, gib }, asked)
      return store.settings.quarantineDays
    } catch {
      return 'refused'
    }
  }
  store.change({ quarantineDays: 7 })
  const days = [6, 1, 7, 30, 14, 0, 30] // 0: for ever, which is the longest
  expect(days.map((one) => longer(one))).toEqual(['refused', 'refused', 7, 30, 'refused', 0, 'refused'])
  expect([9, 1, 10, 0, 50].map((gib) => longer(0, gib))).toEqual(['refused', 'refused', 0, 0, 'refused'])
})

test('a page cannot change what leads to a program or deletes files, nor fill the settings', () => {
  const many = <T>(count: number, item: T) => Array.from({ length: count }, () => item)
  const alert = { item: 'x', name: 'x', when: 'at-least', price: 1 }
  const priceAlerts = Object.fromEntries(many(101, 0).map((_, at) => [`c${at}`, [alert]]))
  for (const change of [
    ...[
      { quarantineDays: 1 },
      { quarantineGiB: 1 },
      { quarantineSince: 1 },
      { launch: {} },
      { gameDirs: {} },
      { gameInstalls: {} },
      { playerNames: {} },
    ],
    { favouriteServers: many(MOST_KEPT + 1, 'north/1') },
    { favouriteServers: ['x'.repeat(81)] },
    { silenced: many(noticeClasses.length + 1, 'launcher') },
    { friends: { north: many(MOST_KEPT + 1, 'Ada') } },
    { friends: { north: ['x'.repeat(121)] } },
    { priceAlerts },
    { mapPins: { north: many(MOST_KEPT + 1, { x: 1, y: 2, note: '' }) } },
    { mapPins: { north: [{ x: 1, y: 2, note: 'x'.repeat(81) }] } },
    { mapPins: { north: [{ x: -1, y: 2, note: '' }] } },
    { priceAlerts: { ['x'.repeat(64)]: [alert] } },
  ])
    expect(v.safeParse(settingsContract.change.input, change).success, JSON.stringify(change).slice(0, 60)).toBe(false)
})

test('a file that could be neither read nor kept aside is not written over', () => {
  const path = fileIn(tempDir())
  mkdirSync(path)
  const inTheWay = `${path}.damaged-2026-01-02T03-04-05-000Z`
  mkdirSync(join(inTheWay, 'full'), { recursive: true })
  let written = 0
  const store = openSettings(path, () => void written++, now)
  expect(() => store.change({ theme: 'dark' })).toThrow(expect.objectContaining({ code: 'settings-not-saved' }))
  expect(written).toBe(0)
  rmSync(inTheWay, { recursive: true })
  store.change({ theme: 'dark' })
  expect([existsSync(path), existsSync(inTheWay), written]).toEqual([false, true, 1])
  expect(store.view.notices).toEqual([{ kind: 'damaged-file-kept', keptAs: inTheWay }])
})

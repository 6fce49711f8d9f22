import { render, screen, waitFor, within } from '@testing-library/svelte'
import * as v from 'valibot'
import { beforeAll, expect, it } from 'vitest'
import type { ModUpdate, Quarantine, RepairState } from '../../src-preload/contract/repair.ts'
import { PlayerSettings } from '../../src-preload/contract/settings.ts'
import Outlet from '../../src-renderer/views/frame/Outlet.svelte'
import { routes } from '../../src-renderer/views/routes.ts'
import { toMods } from '../../src-renderer/views/to-mods.ts'
import type { Main } from '#shared/bridge/index.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { damaged, modsViewOf } from './support/mods-view.ts'

const i18n = new I18n()
beforeAll(async () => {
  await i18n.use('en')
  await routes.mods.load() // as on a computer that has opened it before
})

const view = modsViewOf(damaged)
const plan = {
  id: 'p',
  work: 'repair',
  modId: 7,
  modName: 'Harbour',
  staysCount: 5,
  host: 'h',
  insecure: false,
  freeBytes: 1e9,
  bytesPerSecond: null,
  pieces: 2,
}
/** What piece of the plan has which file. */
const planFiles = ({ piece }: { piece: number }) =>
  Promise.resolve({
    fetch: [{ path: `@Harbour/${piece === 0 ? 'a' : 'b'}.pbo`, bytes: 5, replaces: false }],
    ...{ programs: [], rename: [], extras: [], blocked: [] },
  })

const nothing = () => () => undefined
const tell =
  <T>(value: T) =>
  (listener: (value: T) => void) => {
    listener(value)
    return () => undefined
  }

function open(
  mods: Main['mods']['state'] = tell(view),
  states: RepairState[] = [],
  updates: Main['repair']['updates'] = tell([]),
  fetched: Quarantine['ahead'] = [],
) {
  const asked: unknown[] = []
  const dropped: unknown[] = []
  const read: unknown[] = []
  const started: unknown[] = []
  let ahead = fetched
  const main = {
    mods: {
      state: mods,
      running: () => () => undefined,
      problems: () => Promise.resolve({ problems: [], pieces: 0 }),
      refresh: () => Promise.resolve(),
    },
    repair: {
      states: tell(states),
      queue: () => () => undefined,
      place: tell({ gameDir: 'D:\\Games\\Arma 3', modsDir: null, move: null }),
      updates,
      listChange: (input: unknown) => {
        read.push(input)
        return Promise.reject(new Failure('mod-busy', { mod: 'Harbour' }))
      },
      dismiss: (input: unknown) => Promise.resolve(void dropped.push(input)),
      plan: (input: unknown) => {
        asked.push(input)
        return Promise.resolve(plan)
      },
      planFiles,
      quarantine: () => Promise.resolve({ sessions: [], unknown: 0, ahead, leftOver: [] }),
      discardAhead: () => Promise.resolve(void (ahead = [])),
      begin: () => Promise.resolve(false),
      speed: () => Promise.resolve(null),
      start: (input: unknown) => Promise.resolve(void started.push(input)),
    },
    settings: { state: tell({ settings: v.parse(PlayerSettings, {}), notices: [] }), profile: nothing },
    play: { game: nothing },
  } as unknown as Main
  const router = new Router('home')
  toMods(router, main, 'repair', 7)
  render(Host, { main, i18n, router, view: Outlet })
  return { asked, dropped, read, router, started }
}

it('shows the plan of a repair that was asked for on another screen', async () => {
  const { asked, router, started } = open()
  await waitFor(() => expect(asked).toEqual([{ modId: 7 }]))
  expect(router.place).toMatchObject({ screen: 'mods', params: { id: '7' } })
  const sheet = await waitFor(() => {
    const found = document.querySelector('dialog')
    if (!found) throw new Error('none')
    return found
  })
  expect(sheet.textContent).toContain('Repair Harbour')
  const boxes = within(sheet).getAllByRole('checkbox', { hidden: true })
  expect(boxes).toHaveLength(2) // the files of both pieces
  boxes[0]?.click()
  ;(await within(sheet).findByRole('button', { name: 'Repair 1 file', hidden: true })).click()
  await waitFor(() => expect(started).toEqual([{ planId: 'p', choice: { fetch: '01', rename: '', extras: '' } }]))
})

it('an install that the disk stopped is named so, says what is lacking, and has one main action, which helps; it can be resumed, opened and closed', async () => {
  const outcome = {
    ...{ repaired: 0, copied: 0, setAside: 0, seconds: 1, troubles: [] },
    stopped: { kind: 'disk-full', neededBytes: 1 << 20, freeBytes: 1 << 30 },
  }
  const progress = { bytesTotal: 5 * 2 ** 30, bytesDone: 2 * 2 ** 30 }
  const stopped = { sessionId: 's', modId: 7, modName: 'Harbour', work: 'install', phase: 'ended', outcome, progress }
  const { router } = open(tell(view), [stopped as unknown as RepairState])
  const title = await screen.findByText(/^3\sGB needed, 1\sGB free on D:$/)
  expect(document.body.textContent).not.toContain('There is not enough space on the drive.')
  const main = () => [...document.querySelectorAll('article .primary')].map(({ textContent }) => textContent.trim())
  expect(main()).toEqual(['Free up space…'])
  expect(screen.getAllByRole('button', { name: 'Resume' })).toHaveLength(1)
  expect(screen.getByText('Not enough space')).toBeTruthy()
  screen.getByRole('button', { name: 'Result of the check' }).click()
  await waitFor(() => expect(title.isConnected).toBe(false))
  expect(main()).toEqual([])
  expect(screen.getAllByRole('button', { name: 'Resume' })).toHaveLength(1)
  router.go('mods', { tab: 'quarantine' })
  await screen.findByText('Unfinished: Harbour') // its parts take space, too
})

it('tells beside the quarantine what was downloaded in advance, until it is discarded', async () => {
  const gib = 2 ** 30
  const fetched = [
    { modName: 'Harbour', bytes: gib },
    { modName: 'Maps', bytes: 2 * gib },
  ]
  const { router } = open(tell(view), [], tell([]), fetched)
  router.go('mods', { tab: 'quarantine' })
  const title = await screen.findByText('Downloaded in advance: Harbour, Maps · 3 GB')
  expect(screen.queryByText('The quarantine is empty')).toBeNull()
  screen.getByRole('button', { name: 'Discard' }).click()
  await screen.findByText('The quarantine is empty')
  expect(title.isConnected).toBe(false)
})

it('says why, and what can be done, where the part of the mods did not open', async () => {
  open((_, onfailure) => {
    onfailure?.(new Failure('part-not-opened', { part: 'mods', incident: 'x1' }))
    return () => undefined
  })
  expect(await screen.findByRole('button', { name: 'Restart Loadout' })).toBeTruthy()
  expect(document.querySelector('.skeleton')).toBeNull()
})

it('tells of an unfinished repair whose folder no mod has, by its last name, and drops it', async () => {
  const progress = {
    filesTotal: 9,
    filesDone: 4,
    bytesTotal: 0,
    bytesDone: 0,
    bytesPerSecond: 0,
    secondsLeft: null,
    current: [],
  }
  const left = (modId: number, sessionId: string, modName: string) =>
    ({ sessionId, modId, modName, phase: 'interrupted', progress, outcome: null }) as unknown as RepairState
  const { dropped } = open(tell(view), [left(0, 'cli', '/home/otto/lists/own.json'), left(7, 'app', 'Harbour')])
  const stray = await waitFor(() => {
    const [found, ...others] = document.querySelectorAll<HTMLElement>('[data-stray]')
    expect(others).toEqual([])
    if (!found) throw new Error('none')
    return found
  })
  expect(stray.textContent).toContain('…/own.json')
  expect(stray.textContent).not.toContain('otto')
  expect(stray.textContent).toContain('4 of 9 files done')
  within(stray).getByRole('button').click()
  await waitFor(() => expect(dropped).toEqual([{ modId: 0 }]))
})

it('shows what the community changed until that is done, tells there why it cannot be read, and shows no later change unasked', async () => {
  let hear: (updates: ModUpdate[]) => void = () => undefined
  const { read } = open(tell(view), [], (listener) => ((hear = listener), () => undefined))
  const shown = () => screen.queryByText('What changed in Harbour')
  const at = new Date(0).toISOString()
  const update = { modId: 7, version: 'v2', before: at, since: at, added: 1, changed: 2, removed: 0, fetchBytes: 9 }
  await screen.findByRole('heading', { name: 'Harbour' })
  hear([update])
  ;(await screen.findByRole('button', { name: 'Details' })).click()
  const sheet = (await screen.findByText('What changed in Harbour')).closest('dialog') as HTMLElement
  await waitFor(() => expect(sheet.querySelector('[role=alert]')).not.toBeNull())
  expect(document.querySelectorAll('[role=alert]')).toHaveLength(1)
  hear([{ ...update, fetchBytes: 88 }]) // as after each look at the lists
  await waitFor(() => expect(sheet.textContent).toContain('88'))
  expect(read).toEqual([{ modId: 7 }])
  hear([])
  await waitFor(() => expect(shown()).toBeNull())
  hear([update])
  await screen.findByRole('button', { name: 'Details' })
  expect(shown()).toBeNull()
})

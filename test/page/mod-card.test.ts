import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { ModUpdate } from '../../src-preload/contract/repair.ts'
import ModCard from '../../src-renderer/mods/ModCard.svelte'
import PlanDialog from '../../src-renderer/mods/repair/PlanDialog.svelte'
import RepairJobs from '../../src-renderer/mods/repair/RepairJobs.svelte'
import { I18n } from '#shared/i18n/index.ts'
import { JobBar } from '#shared/jobs/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { damaged, last, modsViewOf } from './support/mods-view.ts'
import { playMain, repairAtWork, runningCheck } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

/** A card of a mod that was last seen like this. */
const failures = {
  down: { code: 'gone', facts: { host: 'h' } },
  offline: { code: 'offline', facts: { host: 'h' } },
} as const

function open(
  verification: Parameters<typeof modsViewOf>[0],
  away?: keyof typeof failures,
  more: Parameters<typeof modsViewOf>[1] = {},
) {
  const fake = playMain()
  const view = { ...modsViewOf(verification, { id: 5, ...more }), refreshFailure: away ? failures[away] : null }
  fake.mods.set(view)
  const { unmount } = render(Host, {
    ...{ main: fake.main, i18n, router: new Router('mods'), view: ModCard, given: { mod: view.mods[0] } },
  })
  const menu = within(screen.getByRole('group', { name: 'More actions', hidden: true }))
  const offers = () => menu.getAllByRole('button', { hidden: true }).map(({ textContent }) => textContent.trim())
  return { fake, menu, offers, unmount }
}

it('offers in its menu what is seldom needed, and only what can be done', async () => {
  const there = open(damaged)
  // what removes files stands apart
  expect(there.menu.getByRole('separator', { hidden: true }).nextElementSibling?.textContent.trim()).toBe('Uninstall…')
  expect(there.offers()).toEqual(['Full check', 'Open folder', 'Uninstall…'])
  await fireEvent.click(there.menu.getByRole('button', { name: 'Full check', hidden: true }))
  expect(there.fake.asked('check')).toEqual([{ modId: 5, tier: 'full', acceptShorter: false }])
  await fireEvent.click(there.menu.getByRole('button', { name: 'Uninstall…', hidden: true }))
  expect(there.fake.asked('remove')).toEqual([{ modId: 5 }])
  there.fake.repairs.set([repairAtWork])
  await waitFor(() => expect(there.offers()).toEqual(['Open folder']))
  there.unmount()
  // what would be done is one press away, in place of a check, which has just found it
  const absent = { ...last, counts: { ...last.counts, ok: 0, missing: 8 }, isInstalled: false }
  const gone = open({ state: 'damaged', last: absent })
  expect(gone.offers()).toEqual(['Full check', 'Open folder'])
  expect(screen.queryByRole('button', { name: 'Check' })).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Details' }).disabled).toBe(false)
  gone.unmount()
})

it('offers no full check before there is a game folder to check, and offers it as soon as there is one', async () => {
  const { fake, menu, offers, unmount } = open({ state: 'unknown', last: null })
  expect(offers()).toEqual(['Full check', 'Open folder'])
  const view = modsViewOf({ state: 'unknown', last: null }, { id: 5 })
  fake.mods.set({ ...view, gameDir: null, gameDirExists: false })
  await waitFor(() => expect(offers()).toEqual(['Open folder']))
  fake.mods.set(view)
  await fireEvent.click(await menu.findByRole('button', { name: 'Full check', hidden: true }))
  expect(fake.asked('check')).toEqual([{ modId: 5, tier: 'full', acceptShorter: false }])
  unmount()
})

it('says that its repair waits for a connection, and offers to try at once or to leave the queue', async () => {
  const { fake, offers, unmount } = open(damaged)
  fake.queue.set({ mods: [{ modId: 5, state: 'network' }], paused: false, wentOn: false })
  expect(await screen.findByText('Waiting for a connection')).toBeTruthy()
  expect(offers()).toEqual(['Open folder'])
  expect(screen.queryByRole('button', { name: /^Repair/ })).toBeNull()
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await fireEvent.click(screen.getByRole('button', { name: 'Remove from queue' }))
  expect([fake.asked('enqueue'), fake.asked('stop')]).toEqual([[{ modIds: [5] }], [{ modId: 5 }]])
  unmount()
})

it('tries at once by each of its buttons while it waits for a connection because a page came instead of the list', async () => {
  const distrust = { reason: 'not-json', detail: '', at: new Date(0).toISOString() } as const
  const { fake, unmount } = open({ state: 'unknown', last: null }, undefined, { distrust })
  fake.queue.set({ mods: [{ modId: 5, state: 'network' }], paused: false, wentOn: false })
  for (const name of ['Try again', 'Check again'])
    await fireEvent.click(await screen.findByRole<HTMLButtonElement>('button', { name }))
  expect([fake.asked('enqueue'), fake.asked('check')]).toEqual([[{ modIds: [5] }, { modIds: [5] }], []])
  fake.queue.set({ mods: [{ modId: 5, state: 'working' }], paused: false, wentOn: false })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Check again' }).hasAttribute('disabled')).toBe(true))
  unmount()
})

it('shows the progress of a repair in place of the damaged files, and says once what is going on', async () => {
  const { fake, unmount } = open(damaged)
  expect(await screen.findByText('@Harbour/addons/a.pbo')).toBeTruthy()
  fake.repairs.set([repairAtWork])
  expect(await screen.findByRole('progressbar', { name: 'Repairing' })).toBeTruthy()
  expect(screen.queryByText('@Harbour/addons/a.pbo')).toBeNull()
  const told = screen.getAllByText('Repairing').filter((one) => !one.classList.contains('visually-hidden'))
  expect(told).toHaveLength(1)
  fake.repairs.set([{ ...repairAtWork, progress: { ...repairAtWork.progress, bytesDone: 0, bytesPerSecond: 0 } }])
  expect(await screen.findByText(/^Connecting… · 4\sMB$/)).toBeTruthy()
  expect(screen.queryByText(/0%|0 bytes|files done/)).toBeNull()
  expect(screen.getByRole('progressbar').hasAttribute('aria-valuenow')).toBe(false)
  unmount()
})

it('shows how far a check is that the app makes by itself and that may take long; during a short one it keeps the result', async () => {
  const { fake, unmount } = open({ state: 'verifying', tier: 'quick', paused: false, forGame: false, last })
  fake.running.set(runningCheck({ isWhole: false }))
  expect(await screen.findByText('@Harbour/addons/a.pbo')).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.getByRole('button', { name: 'Details' }).hasAttribute('disabled')).toBe(true)
  expect(screen.queryByText(/Quick check/)).toBeNull()
  fake.running.set(runningCheck())
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('25')
  expect(screen.getByText('2 of 8 files done · 7 GB / 28 GB · 100 MB/s · 3m 35s left')).toBeTruthy()
  expect(screen.queryByText('@Harbour/addons/a.pbo')).toBeNull()
  fake.running.set(null)
  expect(await screen.findByText('@Harbour/addons/a.pbo')).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
  unmount()
})

it('repairs by the known list while the community is away, but no update, which needs the new one, and says why', async () => {
  const away = open(damaged, 'down')
  expect(await screen.findByRole('button', { name: 'Repair' })).toBeTruthy()
  away.fake.updates.set([{ modId: 5, added: 1, changed: 2, removed: 0, fetchBytes: 300 } as ModUpdate])
  expect(await screen.findByText('Update available')).toBeTruthy()
  const told = (name: string) => {
    const { disabled, title } = screen.getByRole<HTMLButtonElement>('button', { name })
    return disabled && title
  }
  expect(told('Update')).toBe('The community can’t be reached right now.')
  away.unmount()
  const nowhere = open(damaged, 'offline')
  expect(told('Repair')).toBe('You are offline.')
  nowhere.unmount()
  const here = open(damaged)
  here.fake.updates.set([{ modId: 5, added: 1, changed: 2, removed: 0, fetchBytes: 300 } as ModUpdate])
  expect(await screen.findByRole('button', { name: 'Update' })).toBeTruthy()
  here.unmount()
})

it.each([
  ['down', 'true', false],
  [undefined, 'false', true],
] as const)('of a list that is not loaded (%s) it opens what there is to say', (away, disabled, isOpen) => {
  const distrust = { reason: 'unreachable', detail: '', at: new Date(0).toISOString() } as const
  const { unmount } = open({ state: 'unknown', last: null }, away, { distrust })
  const chevron = screen.getByRole('button', { name: 'Result of the check' })
  expect(String(chevron.hasAttribute('disabled'))).toBe(disabled)
  expect(chevron.getAttribute('aria-expanded')).toBe(String(isOpen))
  expect(screen.queryByRole('button', { name: isOpen ? 'Check again' : 'Check' })).not.toBeNull()
  unmount()
})

it.each([
  [0, 'Ready'],
  [1, 'Ready, with warnings'],
])('a mod with %i extra files, for which a server may kick, is called: %s', async (extra, word) => {
  const counts = { ...last.counts, missing: 0, extra }
  const { unmount } = open({ state: 'ready', last: { ...last, result: 'ready', counts } })
  expect(await screen.findByText(word)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Move to quarantine…' }) !== null).toBe(extra > 0)
  expect(screen.queryByText(/^1 extra file can get you kicked/) !== null).toBe(extra > 0)
  unmount()
})

it('says how long ago the files were checked, on a screen that stays open for days', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { unmount } = open({ state: 'ready', last: { ...last, tier: 'full', checkedAt: new Date().toISOString() } })
  expect(screen.getByText(/Full check · now/)).toBeTruthy()
  vi.advanceTimersByTime(3 * 24 * 3_600_000)
  flushSync()
  expect(screen.getByText(/Full check · 3 days ago/)).toBeTruthy()
  unmount()
})

it('says first what is to be done, then when that was found, and of a stopped repair only what stopped it', async () => {
  const counts = { ...last.counts, extra: 1 }
  const { fake, unmount } = open({ state: 'damaged', last: { ...last, counts, missingBytes: 2 ** 21 } })
  expect(await screen.findByText(/^3 files to repair · 2\sMB · 1 extra file · Quick check/)).toBeTruthy()
  const full = { kind: 'disk-full', neededBytes: 1, freeBytes: 0 } as const
  const outcome = { ...{ repaired: 0, copied: 0, setAside: 0, seconds: 1, troubles: [] }, stopped: full }
  fake.repairs.set([{ ...repairAtWork, phase: 'ended', outcome }])
  await waitFor(() => expect(screen.queryByText(/to repair/)).toBeNull())
  unmount()
})

it('says of a mod that is not installed nothing of how it was installed: its folder was deleted by hand since', async () => {
  const { fake, unmount } = open({ state: 'ready', last: { ...last, result: 'ready' } })
  const outcome = { repaired: 8, copied: 0, setAside: 0, seconds: 1, stopped: null, troubles: [] }
  fake.repairs.set([{ ...repairAtWork, work: 'install', phase: 'ended', outcome }])
  expect(await screen.findByText('Installed')).toBeTruthy()
  const absent = { ...last, counts: { ...last.counts, ok: 0, missing: 8 }, isInstalled: false }
  unmount()
  const gone = open({ state: 'damaged', last: absent })
  for (const setAside of [0, 2]) {
    gone.fake.repairs.set([{ ...repairAtWork, work: 'install', phase: 'ended', outcome: { ...outcome, setAside } }])
    expect(await screen.findByText(/^All .* files are missing$/)).toBeTruthy()
    expect(screen.queryByText('Installed')).toBeNull()
  }
  // what was moved with it is told, and where it is
  gone.fake.repairs.set([{ ...repairAtWork, phase: 'ended', outcome: { ...outcome, repaired: 0, setAside: 8 } }])
  expect(await screen.findByRole('button', { name: 'Quarantine' })).toBeTruthy()
  gone.unmount()
})

it('does not call an uninstall a repair', async () => {
  const { fake, unmount } = open(damaged)
  const moving = { ...repairAtWork, work: 'moving' as const }
  fake.repairs.set([moving])
  await waitFor(() => expect(screen.getAllByText('Moving files')).toHaveLength(2)) // the mod’s state, and for screen readers
  fake.repairs.set([{ ...moving, phase: 'checking' }])
  await waitFor(() => expect(screen.getAllByText('Checking')).toHaveLength(2))
  // a plan would fetch what is gone
  const trouble = { path: '@harbour/a.pbo', cause: { kind: 'not-found' } } as const
  const outcome = { repaired: 0, copied: 0, setAside: 3, seconds: 1, stopped: null, troubles: [trouble] }
  fake.repairs.set([{ ...moving, phase: 'ended', outcome }])
  expect(await screen.findByText('1 file could not be moved')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /rest…$/ })).toBeNull()
  unmount()
})

it('keeps the focus on the mod where a pressed button goes: on Resume after Pause, on Repair after Stop', async () => {
  const { fake, unmount } = open(damaged)
  fake.repairs.set([repairAtWork])
  const pause = await screen.findByRole('button', { name: 'Pause' })
  pause.focus()
  fake.repairs.set([{ ...repairAtWork, phase: 'paused' }])
  await waitFor(() => expect(document.activeElement?.textContent.trim()).toBe('Resume'))
  screen.getByRole('button', { name: 'Stop' }).focus()
  fake.repairs.set([])
  await waitFor(() => expect(document.activeElement?.textContent.trim()).toMatch(/^Repair/))
  unmount()
})

it('tells Pause from Stop, on the mod as in the bar', async () => {
  const { fake, unmount } = open(damaged)
  fake.repairs.set([repairAtWork])
  const notes = async () => {
    await screen.findByRole('button', { name: 'Stop' })
    return ['Pause', 'Stop'].map((name) => screen.getByRole('button', { name }).title)
  }
  const both = [
    'Pause everything until you resume. Downloaded data is kept.',
    'Stop this mod and remove it from the queue. Downloaded data is kept.',
  ]
  expect(await notes()).toEqual(both)
  unmount()
  render(Host, { main: fake.main, i18n, router: new Router('news'), view: JobBar })
  render(Host, { main: fake.main, i18n, router: new Router('news'), view: RepairJobs })
  expect(await notes()).toEqual(both)
})

it('of a list with refused rows, whose other files are right, names the rows, and offers no repair of nothing', async () => {
  const refused = { ...last, counts: { ...last.counts, ok: 7, missing: 0, 'unsafe-path': 1 }, refused: 1 }
  const distrust = { reason: 'refused-rows', detail: '', at: last.checkedAt } as const
  const { fake, offers, unmount } = open({ state: 'damaged', last: refused }, undefined, { distrust })
  expect(screen.getByText('File list rejected')).toBeTruthy()
  expect(screen.getByText(/so the mod can’t be ready/)).toBeTruthy()
  await screen.findByText('@Harbour/addons/a.pbo') // as the check has told
  expect(screen.queryByRole('button', { name: /^(Update|Repair|Install)/ })).toBeNull()
  expect(offers()).toEqual(['Full check', 'Open folder', 'Uninstall…'])
  screen.getByRole('button', { name: 'Check again' }).click()
  expect(fake.asked('check')).toEqual([{ modId: 5, tier: 'quick', acceptShorter: false }])
  unmount()
})

it.each([
  [[], null],
  [[{ path: '@Harbour/a.pbo', bytes: 5, replaces: false }], '5 bytes to download'],
])('a plan says what is downloaded and from where only if it downloads something: %j', (fetch, size) => {
  const extras = [{ path: '@Harbour/mine.pbo', bytes: 6 }]
  const given = {
    id: 'p',
    work: 'repair',
    modId: 5,
    modName: 'Harbour',
    staysCount: 5,
    host: 'files.test',
    extras,
    fetch,
  }
  const plan = { ...given, insecure: false, freeBytes: 1e9, programs: [], rename: [], blocked: [] }
  const { main } = playMain()
  const { unmount } = render(Host, { main, i18n, router: new Router('mods'), view: PlanDialog, given: { plan } })
  const told = document.querySelector('dialog')?.textContent ?? ''
  expect([
    /\S+ bytes to download/.exec(told.replaceAll('\u00a0', ' '))?.[0] ?? null,
    told.includes('from files.test'),
  ]).toEqual([size, size !== null])
  unmount()
})

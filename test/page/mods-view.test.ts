import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { beforeAll, expect, it } from 'vitest'
import type { RepairCause } from '../../src-preload/contract/repair-cause.ts'
import RepairJobs from '../../src-renderer/mods/repair/RepairJobs.svelte'
import type { ModUpdate } from '../../src-preload/contract/repair.ts'
import ModsView from '../../src-renderer/views/ModsView.svelte'
import { I18n } from '#shared/i18n/index.ts'
import { JobBar } from '#shared/jobs/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { damaged, last, modsViewOf } from './support/mods-view.ts'
import { playMain, repairAtWork } from './support/play-main.ts'

const quarantine = () => Promise.resolve({ sessions: [], unknown: 0, ahead: [], leftOver: [] })

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

it('shows a stopped repair without the folder only if the folder has stopped it', async () => {
  const fake = playMain()
  const repair = { ...fake.main.repair, quarantine }
  const main = { ...fake.main, repair } as unknown as typeof fake.main
  fake.mods.set({ ...modsViewOf(damaged, { id: 5 }), gameDirExists: false })
  render(Host, { main, i18n, router: new Router('mods'), view: ModsView })
  const stopBy = (stopped: RepairCause) => {
    const outcome = { stopped, repaired: 0, copied: 0, setAside: 0, seconds: 0, troubles: [] }
    fake.repairs.set([{ ...repairAtWork, phase: 'ended', outcome }])
    flushSync()
  }
  await screen.findByText('Game folder missing')
  stopBy({ kind: 'folder-gone' })
  await screen.findByText('Harbour')
  stopBy({ kind: 'disk-full', neededBytes: 1, freeBytes: 0 })
  expect(screen.queryByText('Harbour')).toBeNull()
})

it('leads to what the player can do at once, then to what lacks space, and to extra files once nothing else is due', async () => {
  const fake = playMain()
  const repair = { ...fake.main.repair, quarantine }
  const main = { ...fake.main, repair } as unknown as typeof fake.main
  const extra = { ...last, result: 'ready' as const, counts: { ...last.counts, missing: 0, extra: 1 } }
  const maps = modsViewOf({ state: 'ready', last: extra }, { id: 5, name: 'Maps' })
  const roads = modsViewOf(damaged, { id: 6, name: 'Roads' }).mods
  const tracks = modsViewOf(damaged, { id: 7, name: 'Tracks' }).mods
  fake.mods.set({ ...maps, mods: [...maps.mods, ...roads, ...tracks] })
  const router = new Router('mods')
  render(Host, { main, i18n, router, view: ModsView })
  const mains = () => [...document.querySelectorAll('.button.primary')].map((one) => one.textContent.trim())
  await waitFor(() => expect(mains()).toEqual(['Repair 2 mods']))
  const full = { kind: 'disk-full', neededBytes: 1, freeBytes: 0 } as const
  const outcome = { ...{ repaired: 0, copied: 0, setAside: 0, seconds: 1, troubles: [] }, stopped: full }
  fake.repairs.set([{ ...repairAtWork, modId: 7, phase: 'ended', outcome }])
  await screen.findByRole('button', { name: 'Free up space…' })
  expect(mains()).toEqual(['Repair'])
  fake.mods.set({ ...maps, mods: [...maps.mods, ...tracks] })
  await waitFor(() => expect(mains()).toEqual(['Free up space…']))
  // what a later check found right needs no space any more
  const done = modsViewOf({ state: 'ready', last: { ...extra, counts: last.counts } }, { id: 7, name: 'Tracks' }).mods
  fake.mods.set({ ...maps, mods: [...maps.mods, ...done] })
  await waitFor(() => expect(mains()).toEqual(['Move to quarantine…']))
  fake.repairs.set([])
  fake.mods.set(maps)
  await waitFor(() => expect(mains()).toEqual(['Move to quarantine…']))
  // it is looked at when the player comes back, but its button stays, and a plan that the player reads stays true
  const looked = () => fake.asked('check').length
  await waitFor(() => expect(looked()).toBe(1))
  await fireEvent.focus(window)
  expect(looked()).toBe(2)
  const again = { state: 'verifying', tier: 'quick', paused: false, forGame: false, last: extra } as const
  fake.mods.set(modsViewOf(again, { id: 5, name: 'Maps' }))
  flushSync()
  expect(mains()).toEqual(['Move to quarantine…'])
  fake.mods.set(maps)
  let end: () => void = () => undefined
  Object.assign(main.repair, { plan: () => new Promise<undefined>((resolve) => (end = () => resolve(undefined))) })
  ;(await screen.findByRole('button', { name: 'Move to quarantine…' })).click()
  await fireEvent.focus(window)
  expect(looked()).toBe(2)
  end()
  await waitFor(() => expect(looked()).toBe(3))
  fake.repairs.set([{ ...repairAtWork, phase: 'ended', outcome: { ...outcome, stopped: null, setAside: 2 } }])
  ;(await screen.findByRole('button', { name: 'Quarantine' })).click() // where what it replaced is
  expect(router.params.tab).toBe('quarantine')
})

it('shows one main action at most: for all that is due, else of the first mod in use that has one, until it is at work', async () => {
  const fake = playMain()
  const repair = { ...fake.main.repair, quarantine }
  const main = { ...fake.main, repair } as unknown as typeof fake.main
  const ready = modsViewOf({ state: 'ready', last: { ...last, result: 'ready' } }, { id: 5, name: 'Maps' })
  const other = (id: number) => modsViewOf(damaged, { id, name: `Mod ${id}`, active: id !== 8 }).mods
  fake.mods.set({ ...ready, mods: [...ready.mods, ...[6, 7, 8].flatMap(other)] })
  render(Host, { main, i18n, router: new Router('mods'), view: ModsView })
  const mains = () =>
    [...document.querySelectorAll('.button.primary')].map(
      (one) => `${one.textContent.trim()} ${one.closest('article')?.getAttribute('aria-label')}`,
    )
  await waitFor(() => expect(mains()).toEqual([expect.stringMatching(/^Repair 2 mods .*undefined$/)]))
  const all = screen.getByRole('button', { name: /^Repair 2 mods/ }) // not all: others may be left as they are
  fake.game.set({ running: true, since: 0 })
  await waitFor(() => expect(all.title).toContain('finishes after'))
  expect(all.querySelector('.lucide-clock')).not.toBeNull()
  fake.game.set({ running: false })
  fake.repairs.set([{ ...repairAtWork, modId: 6 }])
  await waitFor(() => expect(mains()).toEqual(['Repair Mod 7']))
  fake.repairs.set([6, 7].map((modId) => ({ ...repairAtWork, modId })))
  await waitFor(() => expect(mains()).toEqual([]))
  fake.repairs.set([{ ...repairAtWork, modId: 6, phase: 'interrupted' }])
  await waitFor(() => expect(mains()).toEqual(['Resume Mod 6']))
  // a paused one comes first, also of the queue
  fake.queue.set({ mods: [{ modId: 7, state: 'working' }], paused: true, wentOn: false })
  fake.repairs.set([{ ...repairAtWork, modId: 7, phase: 'paused' }])
  await waitFor(() => expect(mains()).toEqual(['Resume Mod 7']))
  // nothing is urgent while the game runs, since no file is replaced
  fake.game.set({ running: true, since: 0 })
  fake.repairs.set([{ ...repairAtWork, modId: 7, phase: 'paused', forGame: true }])
  await waitFor(() => expect(mains()).toEqual([]))
  expect(
    screen.getByText('The game is running. What you install, update or repair now finishes after it ends.'),
  ).toBeTruthy()
  for (const one of screen.getAllByRole('button', { name: 'Repair' }))
    expect([one.title, one.querySelector('.lucide-clock') === null]).toEqual([
      expect.stringContaining('finishes after'),
      false,
    ])
  expect(screen.getByRole('button', { name: 'Resume anyway' })).toBeTruthy()
  expect(screen.getByText('Paused until the game ends', { selector: '.badge *' })).toBeTruthy()
  const change = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Change…' })
  const place = screen.getByRole('group', { name: 'Game folder' })
  await fireEvent.dragOver(place)
  expect([change().disabled, place.className, place.querySelector('[title*=Drop]')]).toEqual([
    true,
    expect.not.stringContaining('over'),
    null,
  ])
  fake.game.set({ running: false })
  await waitFor(() => expect(mains()).toHaveLength(1))
  await fireEvent.dragOver(place)
  expect([change().disabled, place.className]).toEqual([false, expect.stringContaining('over')])
  fake.mods.set({ ...modsViewOf(damaged), refreshFailure: { code: 'offline', facts: { host: 'h' } } })
  await screen.findByText('No checks or downloads while you are offline.')
})

it('has a queue of its own only where there is an order, or the player is asked; its mods say the rest, so the bar leaves it out', async () => {
  const fake = playMain()
  const repair = { ...fake.main.repair, quarantine }
  const main = { ...fake.main, repair } as unknown as typeof fake.main
  const sized = { ...damaged, last: { ...last, missingBytes: 2 ** 21 } } as typeof damaged
  const view = modsViewOf(damaged, { id: 5 })
  fake.mods.set({ ...view, mods: [...view.mods, ...modsViewOf(sized, { id: 6, name: 'Roads' }).mods] })
  for (const one of [ModsView, RepairJobs, JobBar]) render(Host, { main, i18n, router: new Router('mods'), view: one })
  fake.repairs.set([repairAtWork])
  const total = { at: 1, mods: 2, bytesDone: 1, bytesTotal: 2, bytesPerSecond: 1, secondsLeft: 1 }
  const waiting = (state: 'waiting' | 'asks') => ({
    ...{ paused: false, wentOn: false, total },
    mods: [
      { modId: 5, state: 'working' as const },
      { modId: 6, state },
    ],
  })
  fake.queue.set(waiting('waiting'))
  expect(await screen.findByRole('button', { name: 'Remove from queue' })).toBeTruthy()
  expect(screen.queryByText('Queue')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Running tasks' })).toBeNull()
  const two = waiting('waiting')
  fake.queue.set({ ...two, mods: [...two.mods, { modId: 7, state: 'waiting' }] })
  const next = (await screen.findByText('Queue')).closest('section') as HTMLElement
  expect(next.textContent).toMatch(/^Queue\s+Roads 2\sMB.*7 In the queue/)
  expect(within(next).getByRole('button', { name: 'Move 7 up' })).toBeTruthy()
  fake.queue.set(waiting('asks'))
  expect(await screen.findByText('Waiting for your OK')).toBeTruthy()
  expect(within(next).getByRole('button', { name: 'Remove Roads from the queue' })).toBeTruthy()
})

it('leads to no mod that is held, nor to a single mod twice, and says why a repair has stopped although an update came', async () => {
  const fake = playMain()
  const main = { ...fake.main, repair: { ...fake.main.repair, quarantine } } as unknown as typeof fake.main
  const one = (id: number, held = false) => modsViewOf(damaged, { id, name: `Mod ${id}`, held }).mods
  fake.mods.set({ ...modsViewOf(damaged), mods: [...one(5, true), ...one(6)] })
  render(Host, { main, i18n, router: new Router('mods'), view: ModsView })
  const mains = () =>
    [...document.querySelectorAll('.button.primary')].map((button) => [
      button.textContent.trim(),
      button.closest('article')?.getAttribute('aria-label'),
    ])
  await waitFor(() => expect(mains()).toEqual([['Repair', 'Mod 6']]))
  // an update needs the community, a repair does not
  fake.updates.set([{ modId: 5, added: 1, changed: 2, removed: 0, fetchBytes: 300 } as ModUpdate])
  const refreshFailure = { code: 'gone' as const, facts: { host: 'h' } }
  fake.mods.set({ ...modsViewOf(damaged), refreshFailure, mods: [...one(5), ...one(6)] })
  await waitFor(() => expect(mains()).toEqual([['Repair', 'Mod 6']]))
  expect(document.querySelector('[data-action=update-all]')).toBeNull()
  const stopped = { kind: 'disk-full', neededBytes: 1, freeBytes: 0 } as const
  const outcome = { ...{ repaired: 0, copied: 0, setAside: 0, seconds: 1, troubles: [] }, stopped }
  const ready = { state: 'ready', last: { ...last, result: 'ready' } } as const
  fake.mods.set({ ...modsViewOf(ready, { id: 5, name: 'Mod 5' }) })
  fake.repairs.set([{ ...repairAtWork, modId: 5, phase: 'ended', outcome }])
  await screen.findByText(/^Not enough space/)
})

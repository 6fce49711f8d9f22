import { render, screen, waitFor, within } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { beforeAll, expect, it } from 'vitest'
import type { Verification } from '../../src-preload/contract/mods.ts'
import CheckJobs from '../../src-renderer/mods/CheckJobs.svelte'
import RepairJobs from '../../src-renderer/mods/repair/RepairJobs.svelte'
import ServerView from '../../src-renderer/views/ServerView.svelte'
import { I18n } from '#shared/i18n/index.ts'
import JobBar from '#shared/jobs/JobBar.svelte'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { last, modsViewOf } from './support/mods-view.ts'
import { playMain, repairAtWork, runningCheck, stepsOf } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

const stale = { ...last, result: 'stale', unverified: 6 } as const
const checking: Verification = { state: 'verifying', tier: 'quick', paused: false, forGame: false, last: stale }
const numbers = '7 GB / 28 GB · 100 MB/s · 3m 35s left'

/** The bar with its jobs, and a view. */
function open(...views: Component[]) {
  const fake = playMain()
  fake.mods.set(modsViewOf(checking, { id: 5 }))
  const router = new Router('home')
  router.go('server', { id: '1' })
  for (const view of [CheckJobs, RepairJobs, JobBar, ...views]) render(Host, { main: fake.main, i18n, router, view })
  return fake
}
const bar = () => screen.queryByRole('region', { name: 'Running tasks' })
const shown = async () => {
  await waitFor(() => expect(bar()).not.toBeNull())
  return within(bar() as HTMLElement)
}

it('a check that main started and that may take long is a job until its end; a short one is none', async () => {
  const { running, mods } = open()
  running.set(runningCheck({ isWhole: false }))
  expect(bar()).toBeNull()
  running.set(runningCheck())
  const job = await shown()
  expect(job.getByText('Checking Harbour')).toBeTruthy()
  expect(job.getByText(numbers)).toBeTruthy()
  expect(job.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  // the join or the queue that it belongs to is cancelled, not the check
  expect(job.getAllByRole('button').map((button) => button.textContent.trim())).toEqual(['Details'])
  mods.set(modsViewOf({ ...checking, paused: true }, { id: 5 }))
  await waitFor(() => expect(job.getByText('Paused')).toBeTruthy())
  running.set(null)
  await waitFor(() => expect(bar()).toBeNull())
})

it('the check at the end of a repair shows its numbers in the job of that repair', async () => {
  const { running, repairs } = open()
  repairs.set([{ ...repairAtWork, phase: 'checking' }])
  const job = await shown()
  const value = () => job.getByRole('progressbar').getAttribute('aria-valuenow')
  expect(value()).toBeNull()
  running.set(runningCheck())
  await waitFor(() => expect(value()).toBe('25'))
  expect(job.getByText(`Checking downloads · ${numbers}`)).toBeTruthy()
  expect(job.getByText('Repairing Harbour')).toBeTruthy()
  repairs.set([])
  running.set(null)
  await waitFor(() => expect(bar()).toBeNull())
})

it('a join shows at its step how far the check of the files is, in place of the bar', async () => {
  const { running, mods, joining } = open(ServerView)
  mods.set(modsViewOf({ state: 'stale', last: stale }, { id: 5 }))
  ;(await screen.findByRole('button', { name: 'Join' })).click()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).not.toBeNull())
  joining().watch.onProgress?.({ steps: stepsOf({ state: 'running' }) })
  mods.set(modsViewOf(checking, { id: 5 }))
  running.set(runningCheck())
  const step = () => within(document.querySelector<HTMLElement>('[data-step=files]') ?? document.body)
  await waitFor(() => expect(step().getByText(`2 of 8 files done · ${numbers}`)).toBeTruthy())
  expect(step().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  expect(bar()).toBeNull()
  mods.set(modsViewOf({ state: 'ready', last: { ...last, result: 'ready' } }, { id: 5 }))
  running.set(null)
  joining().watch.onProgress?.({ steps: stepsOf({ state: 'done' }, { state: 'running' }) })
  await waitFor(() => expect(step().queryByRole('progressbar')).toBeNull())
})

it('mods in a queue are one job, with the sum of them', async () => {
  const { repairs, queue } = open()
  const total = {
    at: 2,
    mods: 3,
    bytesDone: 7 * 2 ** 30,
    bytesTotal: 28 * 2 ** 30,
    bytesPerSecond: 100 << 20,
    secondsLeft: 215,
  }
  queue.set({ mods: [{ modId: 5, state: 'working' }], total, paused: false, wentOn: false })
  repairs.set([repairAtWork, { ...repairAtWork, modId: 6, sessionId: 'other' }])
  await waitFor(() => expect(bar()?.textContent).toContain('Repairing Harbour · 2 of 3 · 7'))
  expect(screen.getAllByRole('progressbar')).toHaveLength(1)
  queue.set({ mods: [], paused: false, wentOn: false })
  repairs.set([])
  await waitFor(() => expect(bar()).toBeNull())
})

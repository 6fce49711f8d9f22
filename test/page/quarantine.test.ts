import { fireEvent, render, screen } from '@testing-library/svelte'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import type { QuarantineSession } from '../../src-preload/contract/repair.ts'
import { PlayerSettings } from '../../src-preload/contract/settings.ts'
import Quarantine from '../../src-renderer/mods/repair/Quarantine.svelte'
import RepairPanel from '../../src-renderer/mods/repair/RepairPanel.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'
import Host from './support/Host.svelte'
import { playMain, repairAtWork } from './support/play-main.ts'

const replaced: QuarantineSession = {
  ...{ sessionId: 's', kind: 'repair', modId: 1, modName: 'Harbour', at: '2026-01-01T10:00:00Z' },
  ...{ files: [{ path: '@Harbour/a.pbo', bytes: 5, why: 'replaced' }], count: 1, bytes: 5, added: 1, renamed: 2 },
  others: [
    { path: '@Harbour/new.pbo', why: 'added' },
    { path: '@Harbour/b.pbo', why: 'renamed' },
  ],
}

it('does not say that files were restored where none was', async () => {
  const i18n = new I18n()
  await i18n.use('en')
  const { main } = playMain()
  const repair = {
    ...main.repair,
    quarantine: () => Promise.resolve({ sessions: [replaced], unknown: 0, ahead: [], leftOver: [] }),
    undo: () => Promise.resolve({ restored: 0, left: [] }),
  }
  const { unmount } = render(Host, { main: { ...main, repair } as Main, i18n, router: new Router(), view: Quarantine })
  await fireEvent.click(await screen.findByRole('button', { name: 'Restore all' }))
  await expect.poll(() => toasts.shown.map(({ title }) => title)).toEqual(['0 files restored'])
  unmount()
  toasts.clear()
})

it('names a restore without a number that no row shows, and offers to undo it', async () => {
  const i18n = new I18n()
  await i18n.use('en')
  let sessions = [replaced]
  const { main } = playMain()
  const repair = {
    ...main.repair,
    quarantine: () => Promise.resolve({ sessions, unknown: 0, ahead: [], leftOver: [] }),
    undo: () => Promise.resolve({ restored: 4, left: [] }),
  }
  render(Host, { main: { ...main, repair } as Main, i18n, router: new Router(), view: Quarantine })
  expect(await screen.findByText(/1 file kept \(5 bytes\) · 1 added · 2 renamed$/)).toBeTruthy()
  // each of them has its row, but only what is kept can be restored alone
  const rows = [...document.querySelectorAll('.file')].map(({ textContent }) =>
    textContent.replaceAll(/\s+/g, ' ').trim(),
  )
  expect(rows).toEqual(['@Harbour/a.pbo Replaced 5 bytes Restore', '@Harbour/new.pbo Added', '@Harbour/b.pbo Renamed'])
  const also = screen.getByRole('heading', { name: 'Also changed' }) // which is not in the quarantine
  expect(also.nextElementSibling?.textContent).toContain('@Harbour/new.pbo')
  expect(screen.getByText('… and 1 more')).toBeTruthy()
  expect(screen.getByText('Replaced and moved files are kept here for 30 days, up to 10 GB.')).toBeTruthy()
  sessions = [{ ...replaced, kind: 'undo', count: 0, files: [], bytes: 0, added: 0, others: [] }]
  await fireEvent.click(screen.getByRole('button', { name: 'Restore all' }))
  expect(await screen.findByText('Restore of Harbour')).toBeTruthy()
  expect(screen.getByText(/AM · 2 renamed$/)).toBeTruthy()
  await fireEvent.click(screen.getByRole('button', { name: 'Undo restore' }))
  await expect
    .poll(() => toasts.shown.map(({ title }) => title))
    .toEqual(['Files of Harbour restored', 'Restore of Harbour undone'])
})

it.each([
  [0, undefined],
  [5, undefined],
  [40, /kept until .* at the latest$/],
])('says until when at most files that are a month old are kept, with a limit of %d days', async (days, words) => {
  const i18n = new I18n()
  await i18n.use('en')
  const { main, settings } = playMain()
  const at = new Date(Date.now() - 30 * 86_400_000).toISOString()
  const quarantine = () => Promise.resolve({ sessions: [{ ...replaced, at }], unknown: 0, ahead: [], leftOver: [] })
  const repair = { ...main.repair, quarantine }
  settings.set({ settings: { ...v.parse(PlayerSettings, {}), quarantineDays: days }, notices: [] })
  render(Host, { main: { ...main, repair } as never, i18n, router: new Router(), view: Quarantine })
  const facts = (await screen.findByText(/1 file kept/)).textContent.trim()
  expect(facts.match(/kept until.*/)?.[0]).toEqual(words ? expect.stringMatching(words) : undefined)
})

it('says of a restore what files it keeps', async () => {
  const i18n = new I18n()
  await i18n.use('en')
  const { main } = playMain()
  const sessions = [{ ...replaced, kind: 'undo' }]
  const quarantine = () => Promise.resolve({ sessions, unknown: 0, ahead: [], leftOver: [] })
  const repair = { ...main.repair, quarantine }
  render(Host, { main: { ...main, repair } as never, i18n, router: new Router(), view: Quarantine })
  expect(await screen.findByText(/1 file moved here \(5 bytes\)/)).toBeTruthy()
})

it('tells of part files that nothing continues, until they are discarded', async () => {
  const i18n = new I18n()
  await i18n.use('en')
  const { main } = playMain()
  let leftOver = [
    { modName: 'Harbour', bytes: 3 * 2 ** 30 },
    { modName: 'Nordwind', bytes: 2 ** 30 },
  ]
  const repair = {
    ...main.repair,
    quarantine: () => Promise.resolve({ sessions: [], unknown: 0, ahead: [], leftOver }),
    discardLeftOver: () => Promise.resolve(void (leftOver = [])),
  }
  render(Host, { main: { ...main, repair } as Main, i18n, router: new Router(), view: Quarantine })
  expect(await screen.findByText(/Left over from earlier downloads: Harbour, Nordwind · 4 GB/)).toBeTruthy()
  const discard = screen.getByRole('button', { name: 'Discard' })
  discard.focus()
  await fireEvent.click(discard)
  expect(await screen.findByText('The quarantine is empty')).toBeTruthy()
  await expect.poll(() => document.activeElement?.className).toContain('quarantine') // not the page's body
})

it('calls no file replaced that was moved with its mod', async () => {
  const i18n = new I18n()
  await i18n.use('en')
  const outcome = { repaired: 0, copied: 0, setAside: 6, seconds: 1, stopped: null, troubles: [] }
  const state = { ...repairAtWork, phase: 'ended' as const, outcome }
  render(Host, { main: playMain().main, i18n, router: new Router(), view: RepairPanel, given: { state } })
  expect(await screen.findByText('6 files are in the quarantine.')).toBeTruthy()
})

it('waits for the limits that its first line names, so that nothing moves when they come', async () => {
  const i18n = new I18n()
  await i18n.use('en')
  const { main } = playMain()
  const repair = {
    ...main.repair,
    quarantine: () => Promise.resolve({ sessions: [], unknown: 0, ahead: [], leftOver: [] }),
  }
  const told: Parameters<Main['settings']['state']>[0][] = []
  const settings = { ...main.settings, state: (hear: (typeof told)[number]) => (told.push(hear), () => undefined) }
  const late = { ...main, repair, settings } as Main
  render(Host, { main: late, i18n, router: new Router(), view: Quarantine })
  await expect.poll(() => told.length).toBeGreaterThan(0)
  await new Promise(requestAnimationFrame)
  expect(screen.queryByText('The quarantine is empty')).toBeNull()
  main.settings.state((view) => told.forEach((hear) => hear(view)))
  expect(await screen.findByText('Replaced and moved files are kept here for 30 days, up to 10 GB.')).toBeTruthy()
})

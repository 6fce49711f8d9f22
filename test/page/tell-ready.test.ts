import { render, waitFor } from '@testing-library/svelte'
import { beforeAll, expect, it } from 'vitest'
import type { AppState } from '../../src-renderer/views/app.svelte.ts'
import { modsOf } from '../../src-renderer/mods/mods.svelte.ts'
import RepairWatch from '../../src-renderer/views/frame/RepairWatch.svelte'
import { tellReady } from '../../src-renderer/views/tell-ready.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'
import Host from './support/Host.svelte'
import { damaged, last, modsViewOf } from './support/mods-view.ts'
import { playMain, repairAtWork, serverOf } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

it.each([
  [0, 'Join', 'server', 'Harbour 1'],
  [1, 'Move to quarantine…', 'mods', '1 extra file can get you kicked'],
])('of a repaired mod with %i extra files it offers: %s', async (extra, label, screen, text) => {
  const { main } = playMain()
  const router = new Router('home')
  const settings = { settings: { favouriteServers: [] } }
  const app = { main, settings, profile: { id: 'harbour' } } as unknown as AppState
  const counts = { ...last.counts, missing: 0, extra }
  const [mod] = modsViewOf({ state: 'ready', last: { ...last, result: 'ready', counts } }, { id: 5 }).mods
  if (mod) await tellReady(mod, () => true, app, router, i18n.t)
  const [notice] = toasts.notices
  expect([notice?.action?.label, notice?.text]).toEqual([label, text])
  notice?.action?.run()
  expect(router.screen).toBe(screen)
  toasts.clear()
  toasts.leave()
  if (!mod) return
  // on the screen with the mod's card a warning is told once
  router.go('mods')
  await tellReady(mod, () => true, app, router, i18n.t)
  expect(toasts.notices).toHaveLength(extra === 0 ? 1 : 0)
})

const whole = { ...last, result: 'ready', counts: { ...last.counts, missing: 0 } } as const

it.each([
  ['is damaged', { state: 'damaged', last }, {}],
  ['was never checked', { state: 'unknown', last: null }, {}],
  ['is checked just now', { state: 'verifying', tier: 'quick', paused: false, forGame: false, last }, {}],
  ['has a paused check', { state: 'interrupted', filesDone: 1, filesTotal: 8, last }, {}],
  ['has a rejected list', { state: 'ready', last: whole }, { distrust: { reason: 'empty', detail: '', at: '' } }],
] as const)('offers no join of a server whose other mod %s', async (_, verification, more) => {
  const fake = playMain([serverOf(1, 'Harbour 1', { startParameters: '@Harbour;@Maps' }), serverOf(2, 'Isle')])
  const app = {
    main: fake.main,
    settings: { settings: { favouriteServers: [] } },
    profile: { id: 'harbour' },
  } as unknown as AppState
  const view = modsViewOf({ state: 'ready', last: whole }, { id: 5 })
  const maps = modsViewOf(verification, { id: 6, folder: '@Maps', ...more })
  const [mod] = view.mods
  if (!mod) return
  modsOf(fake.main) // as the app's frame does
  fake.mods.set({ ...view, mods: [mod, ...maps.mods] })
  await tellReady(mod, () => true, app, new Router('home'), i18n.t)
  expect(toasts.notices[0]?.text).toBe('Isle')
  toasts.clear()
  toasts.leave()
})

it('tells that a mod is ready while it is looked at again, as when the player comes back, until that finds something', async () => {
  toasts.clear()
  toasts.leave()
  const fake = playMain()
  fake.mods.set(modsViewOf(damaged, { id: 5 }))
  fake.repairs.set([repairAtWork])
  const { unmount } = render(Host, { main: fake.main, i18n, router: new Router('home'), view: RepairWatch })
  const outcome = { repaired: 3, copied: 0, setAside: 0, seconds: 1, stopped: null, troubles: [] }
  fake.mods.set(modsViewOf({ state: 'ready', last: whole }, { id: 5 }))
  fake.repairs.set([{ ...repairAtWork, phase: 'ended', outcome }])
  await waitFor(() => expect(toasts.shown).toHaveLength(1))
  fake.mods.set(
    modsViewOf({ state: 'verifying', tier: 'quick', paused: false, forGame: false, last: whole }, { id: 5 }),
  )
  expect(toasts.shown).toHaveLength(1)
  fake.mods.set(modsViewOf(damaged, { id: 5 }))
  expect(toasts.shown).toHaveLength(0)
  unmount()
})

it('tells on another screen that a full check has found a mod ready, but not there, nor of a quick or a cancelled check', async () => {
  toasts.clear()
  toasts.leave()
  const fake = playMain()
  const view = modsViewOf({ state: 'ready', last: whole }, { id: 5 })
  fake.mods.set(view)
  const [mod] = view.mods
  const found = { trusted: true, summary: whole } as const
  Object.assign(fake.main.mods, { check: () => Promise.resolve(found) })
  const router = new Router('mods')
  const { unmount } = render(Host, { main: fake.main, i18n, router, view: RepairWatch })
  const check = async (tier: 'quick' | 'full') => mod && (await modsOf(fake.main).check(mod, tier))
  await check('full')
  router.go('home')
  await check('quick')
  Object.assign(fake.main.mods, { check: () => Promise.reject(new Error('cancelled')) })
  await check('full')
  expect(toasts.shown).toEqual([])
  Object.assign(fake.main.mods, { check: () => Promise.resolve(found) })
  await check('full')
  await waitFor(() => expect(toasts.shown.map(({ title }) => title)).toEqual(['Ready to play: Harbour']))
  toasts.clear()
  toasts.leave()
  router.go('mods', { tab: 'quarantine' }) // without the cards
  await check('full')
  await waitFor(() => expect(toasts.shown).toHaveLength(1))
  toasts.clear()
  toasts.leave()
  unmount()
})

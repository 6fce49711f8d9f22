import { render, screen } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import Notices from '../../src-renderer/views/frame/Notices.svelte'
import { I18n } from '#shared/i18n/index.ts'
import { streamer } from '#shared/privacy/index.ts'
import { Router } from '#shared/router/index.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'
import Host from './support/Host.svelte'
import { damaged, modsViewOf } from './support/mods-view.ts'
import { playMain } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))
afterEach(() => {
  vi.useRealTimers()
  streamer.on = false
})

/** Nobody is signed in, and the app has no update. */
function fakeMain() {
  const fake = playMain()
  const topic = (value: unknown) => (hear: (value: unknown) => void) => (hear(value), () => undefined)
  const player = {
    state: topic({ state: 'signed-out' }),
    bankPending: topic({ unsettled: [], ranOut: false, due: [] }),
  }
  const updates = { state: topic({ phase: 'idle' }) }
  return { ...fake, main: { ...fake.main, player, updates } as unknown as typeof fake.main }
}

it('forgets what was told before others looked on, and tells what comes after', () => {
  toasts.show({ tone: 'bad', title: 'Transfer to Ole Tams refused' })
  const { container } = render(Host, { main: fakeMain().main, i18n, router: new Router('home'), view: Notices })
  expect(container.textContent).toContain('Ole Tams')
  streamer.on = true
  flushSync()
  expect(container.textContent).not.toContain('Ole Tams')
  expect(screen.getByText('No new notifications')).toBeTruthy()
  toasts.show({ tone: 'bad', title: 'Offline' })
  flushSync()
  expect(container.textContent).toContain('Offline')
  streamer.on = false
  flushSync()
  expect(container.textContent).not.toContain('Ole Tams')
})

it('says the day of a notice that is not from today, since the app may run for weeks', () => {
  vi.useFakeTimers({ now: new Date(2026, 0, 5, 14, 5) })
  toasts.show({ tone: 'bad', title: 'Offline' })
  render(Host, { main: fakeMain().main, i18n, router: new Router('home'), view: Notices })
  const time = () => screen.getByRole('time', { hidden: true }).textContent
  expect(time()).toMatch(/^2:05/)
  vi.setSystemTime(new Date(2026, 0, 8, 9, 0))
  vi.advanceTimersByTime(60_000)
  flushSync()
  expect(time()).toMatch(/^Jan 5, 2:05/)
})

it('counts and names what needs the player, as Home does, and does it', async () => {
  const { main, mods } = fakeMain()
  mods.set(modsViewOf(damaged, { id: 5 }))
  const router = new Router('market')
  render(Host, { main, i18n, router, view: Notices })
  expect(await screen.findByRole('button', { name: 'Notifications (1)' })).toBeTruthy()
  expect(screen.getByText('Needs your attention')).toBeTruthy()
  expect(screen.queryByText('No new notifications')).toBeNull()
  screen.getByRole('button', { name: 'Repair', hidden: true }).click()
  expect([router.screen, router.params]).toEqual(['mods', { id: '5' }])
  router.go('home') // the same number on every screen
  flushSync()
  expect(screen.getByRole('button', { name: 'Notifications (1)' })).toBeTruthy()
})

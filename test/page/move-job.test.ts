import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { beforeAll, expect, it } from 'vitest'
import type { ModsMove, ModsPlace } from '../../src-preload/contract/moving.ts'
import { Attempt } from '#shared/attempt.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import JobBar from '#shared/jobs/JobBar.svelte'
import { Router } from '#shared/router/index.ts'
import ModsPlaceLine from '../../src-renderer/mods/ModsPlace.svelte'
import MoveJob from '../../src-renderer/mods/MoveJob.svelte'
import { toasts } from '#shared/ui/toasts.svelte.ts'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

const half: ModsMove = {
  to: '/disk/mods',
  keeps: false,
  bytesDone: 2 ** 29,
  bytesTotal: 2 ** 30,
  bytesPerSecond: 2 ** 26,
  secondsLeft: 8,
  isPaused: false,
  failure: null,
}

it('a move of the mods is a job: it shows how far it is, in the language of the moment, can rest and be given up, and ends', async () => {
  const asked: string[] = []
  let tell: (place: ModsPlace) => void = () => undefined
  const { main } = playMain()
  const note = (name: string) => () => Promise.resolve(void asked.push(name))
  const repair = {
    ...main.repair,
    place: (listener: typeof tell) => ((tell = listener), () => undefined),
    ...{ pauseMoving: note('pause'), goOnMoving: note('go on'), cancelMoving: note('cancel') },
  }
  const shown = { main: { ...main, repair } as unknown as Main, i18n, router: new Router() }
  render(Host, { ...shown, view: MoveJob })
  render(Host, { ...shown, view: JobBar })
  const at = (move: ModsMove | null) => tell({ gameDir: '/game', modsDir: null, move })
  const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

  at(null)
  expect(screen.queryByRole('progressbar')).toBeNull()
  at(half)
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('50')
  expect(screen.getByText('to /disk/mods · 512 MB / 1 GB · 64 MB/s · 8s left')).toBeTruthy()
  await i18n.use('de')
  expect(await screen.findByRole('progressbar', { name: 'Mods werden verschoben' })).toBeTruthy()
  expect(screen.getByText(/^nach \/disk\/mods · 512 MB \/ 1 GB · 64 MB\/s · noch 8/)).toBeTruthy()
  await i18n.use('en')
  const given = { place: { gameDir: '/game', modsDir: null, move: half }, attempt: new Attempt() }
  const { unmount } = render(Host, { ...shown, view: ModsPlaceLine as Component, given })
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Cancel' })).toHaveLength(1)) // once on a screen
  unmount()
  await press('Pause')
  at({ ...half, isPaused: true })
  await press('Resume')
  at(half)
  await press('Cancel')
  expect(asked).toEqual(['pause', 'go on', 'cancel'])
  at(null)
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(toasts.shown).toEqual([]) // it was cancelled
  at(half)
  await screen.findByRole('progressbar')
  tell({ gameDir: '/game', modsDir: '/disk/mods', move: null })
  await waitFor(() => expect(toasts.shown.map(({ title }) => title)).toEqual(['Mods moved to /disk/mods']))
  toasts.leave()
  toasts.clear()
})

it('a move that cannot see whether the game runs goes on once the player says that it is closed', async () => {
  const asked: string[] = []
  const { main } = playMain()
  const note = (name: string) => () => Promise.resolve(void asked.push(name))
  const shown = {
    ...main,
    play: { ...main.play, gameClosed: note('closed') },
    repair: { ...main.repair, goOnMoving: note('go on') },
  } as unknown as Main
  const move = { ...half, isPaused: true, failure: { code: 'game-unseen', facts: {} } }
  const given = { place: { gameDir: '/game', modsDir: null, move }, attempt: new Attempt() }
  render(Host, { main: shown, i18n, router: new Router(), view: ModsPlaceLine as Component, given })
  await fireEvent.click(await screen.findByRole('button', { name: 'I have closed the game' }))
  await waitFor(() => expect(asked).toEqual(['closed', 'go on']))
})

it('the numbers of a move are beside what a screen reader reads out, which is where to and how it ends', () => {
  const said = (move: ModsMove) => {
    const given = { place: { gameDir: '/game', modsDir: null, move }, attempt: new Attempt() }
    const { main } = playMain()
    const { unmount } = render(Host, { main, i18n, router: new Router(), view: ModsPlaceLine as Component, given })
    const text = screen.getByRole('status').textContent
    const seen = document.querySelector('[data-move] p')?.textContent.trim()
    unmount()
    return [text, seen]
  }
  expect(said(half)).toEqual([
    'Moving to /disk/mods',
    'Moving to /disk/mods · 512\u00a0MB / 1\u00a0GB · 64\u00a0MB/s · 8s left',
  ])
  expect(said({ ...half, bytesDone: 2 ** 28 })[0]).toBe('Moving to /disk/mods')
  const failure = { code: 'mods-move-stuck', facts: { path: '/disk/mods/a.pbo', errno: 'ENOSPC' } } as const
  const [text, seen] = said({ ...half, isPaused: true, failure })
  expect(text).toContain('/disk/mods/a.pbo')
  expect(seen).toBe(text)
})

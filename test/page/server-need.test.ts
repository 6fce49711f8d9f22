import { cleanup, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeAll, expect, it } from 'vitest'
import ServerView from '../../src-renderer/views/ServerView.svelte'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { last, modsViewOf } from './support/mods-view.ts'
import { playMain, serverOf } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))
afterEach(cleanup)

const ready = { ...last, result: 'ready', counts: { ...last.counts, missing: 0 } } as const
const absent = { ...last, counts: { ...last.counts, ok: 0, missing: 8 }, missingBytes: 4 << 20, isInstalled: false }

it.each([
  ['waits in the paused queue', { state: 'ready', last: ready }, true],
  ['has a paused full check', { state: 'verifying', tier: 'full', paused: true, forGame: false, last: ready }, false],
] as const)(
  'the button is not busy while another mod of the server, which needs nothing, %s',
  async (_, verification, queued) => {
    const fake = playMain([serverOf(1, 'Harbour 1', { startParameters: '@Harbour;@maps' })])
    const router = new Router('home')
    router.go('server', { id: '1' })
    const view = modsViewOf({ state: 'damaged', last: absent }, { id: 5 })
    const maps = modsViewOf(verification, { id: 6, folder: '@Maps', name: '@Maps' })
    fake.mods.set({ ...view, mods: [...view.mods, ...maps.mods] })
    if (queued) fake.queue.set({ mods: [{ modId: 6, state: 'waiting' }], paused: true, wentOn: false })
    render(Host, { main: fake.main, i18n, router, view: ServerView })
    const button = await screen.findByRole('button', { name: 'Install and join' })
    await waitFor(() => expect(document.querySelector('[data-check=mods]')).not.toBeNull())
    expect(button.getAttribute('aria-busy')).toBe('false')
  },
)

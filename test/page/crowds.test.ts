import { render, screen } from '@testing-library/svelte'
import { beforeAll, expect, it } from 'vitest'
import type { Component } from 'svelte'
import StreamsView from '../../src-renderer/views/StreamsView.svelte'
import VoiceDetail from '../../src-renderer/voice/VoiceDetail.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

/** A screen over a community that answers everything with `value`. */
function show(view: Component, value: unknown, given = {}) {
  const read = () =>
    Promise.resolve({
      value,
      asOf: new Date().toISOString(),
      source: 'live',
      state: 'ok',
      aside: { count: 0, entries: [] },
      freshMs: 0,
    })
  const main = { ...playMain().main, community: { read } } as unknown as Main
  return render(Host, { main, i18n, router: new Router('news'), view, given })
}

it('shows the stream that most people watch first, and one that tells no number last', async () => {
  const stream = { title: '', url: '', quality: '' }
  const names = { Ada: 3, Bo: null, Cem: 55 }
  const streams = Object.entries(names).map(([name, viewers]) => ({ ...stream, name, viewers }))
  const { unmount } = show(StreamsView, streams)
  await screen.findByText('Cem')
  expect(screen.getByRole('combobox', { name: 'Number of streams' })).toBeTruthy()
  expect(screen.getAllByText(/^(Ada|Bo|Cem)$/).map(({ textContent }) => textContent)).toEqual(['Cem', 'Ada', 'Bo'])
  unmount()
})

it('offers no number of streams for a single one', async () => {
  const { unmount } = show(StreamsView, [{ title: '', url: '', quality: '', name: 'Ada', viewers: 3 }])
  await screen.findByText('Ada')
  expect(screen.queryByRole('combobox')).toBeNull()
  unmount()
})

it('lists who is in voice by name, and tells no share of slots that the server does not tell', async () => {
  const server = { id: 1, name: 'Radio', host: 'voice.example', port: 9987, slots: null, userCount: null }
  const { container, unmount } = show(VoiceDetail as Component, { ...server, users: ['Zoe', 'ada', 'Bo'] }, { id: 1 })
  await screen.findByText('ada')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent.trim())).toEqual(['ada', 'Bo', 'Zoe'])
  expect(container.textContent).not.toContain('of 0')
  unmount()
})

import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { beforeAll, expect, it } from 'vitest'
import { createRawSnippet, type Component } from 'svelte'
import StreamsView from '../../src-renderer/views/StreamsView.svelte'
import VoiceView from '../../src-renderer/views/VoiceView.svelte'
import { VoiceActions } from '../../src-renderer/play/index.ts'
import VoiceCard from '../../src-renderer/voice/VoiceCard.svelte'
import VoiceDetail from '../../src-renderer/voice/VoiceDetail.svelte'
import ProjectCard from '../../src-renderer/world/ProjectCard.svelte'
import FuelLevel from '../../src-renderer/world/map/FuelLevel.svelte'
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
  expect(screen.getAllByText(/^(Ada|Bo|Cem)$/).map(({ textContent }) => textContent)).toEqual(['Cem', 'Ada', 'Bo'])
  unmount()
})

it.each([
  ['no number of streams for a few', 8, 0],
  ['a number of streams for more', 9, 1],
])('offers %s', async (_, count, filters) => {
  const streams = Array.from({ length: count }, (_none, at) => ({
    ...{ title: '', url: '', quality: '', viewers: 3 },
    name: `Streamer ${at}`,
  }))
  const { unmount } = show(StreamsView, streams)
  await screen.findByText('Streamer 0')
  expect(screen.queryAllByRole('combobox', { name: 'Number of streams' })).toHaveLength(filters)
  expect(screen.queryAllByText(`${count} live`)).toHaveLength(1)
  // of so many as were asked for it is not known how many are live
  for (const select of screen.queryAllByRole('combobox')) {
    await fireEvent.change(select, { target: { value: '3' } })
    await screen.findByText('Streamer 0')
    await waitFor(() => expect(screen.queryByText(/ live$/)).toBeNull())
  }
  unmount()
})

it('lists who is in voice by name after the friends, and tells no share of slots that the server does not tell', async () => {
  const server = { id: 1, name: 'Radio', host: 'voice.example', port: 9987, slots: null, userCount: null }
  const given = { id: 1, isFriend: (name: string) => name === 'Zoe' }
  const { container, unmount } = show(VoiceDetail as Component, { ...server, users: ['Zoe', 'ada', 'Bo'] }, given)
  await screen.findByText('ada')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent.trim())).toEqual(['Zoe', 'ada', 'Bo'])
  expect(container.textContent).not.toContain('of 0')
  unmount()
})

it('counts in voice what its servers count together, so that the figures add up', async () => {
  const server = { name: 'Radio', host: 'voice.example', port: 9987, slots: null }
  const list = [
    { ...server, id: 1, userCount: 5, users: ['Ada', 'Bo'] },
    { ...server, id: 2, userCount: null, users: ['Bo', 'Cem'] },
  ]
  const { unmount } = show(VoiceView, list)
  await screen.findByText('7 connected')
  unmount()
})

it('shows friends first in voice, and does not say that nobody is there while somebody is', async () => {
  const users = [...'abcdefghi'].map((letter) => `Player ${letter}`)
  const server = { id: 1, name: 'Radio', host: '', port: null, slots: null, userCount: 9, users }
  const actions = createRawSnippet(() => ({ render: () => '<b></b>' }))
  const given = { server, most: 9, isFriend: (name: string) => name === 'Player i', onopen: () => undefined, actions }
  const open = (more: object) => show(VoiceCard, [], { ...given, ...more })
  const first = open({})
  const names = screen.getAllByRole('listitem')
  expect(names[0]?.textContent).toContain('Player i')
  expect(names.at(-1)?.textContent).toContain('Player h') // no line says that there is one more
  first.unmount()
  const second = open({ server: { ...server, users: [] } })
  expect(await screen.findByText('The voice server does not show who is connected.')).toBeTruthy()
  second.unmount()
  let opened = 0
  const third = open({ most: 4, onopen: () => opened++ })
  await fireEvent.click(screen.getByRole('button', { name: 'and 6 more' })) // leads to them
  expect(opened).toBe(1)
  third.unmount()
})

it('shows a fuel station’s own answer and its further fields, but not those of another station', async () => {
  const station = { id: 4, name: 'Hafen', position: null, fuel: 100, capacity: 1000, more: [] }
  const more = [{ name: 'Owner', value: 'Moin e. V.' }]
  const answer = (name: string) => [{ serverId: 1, stations: [{ ...station, name, fuel: 50, more }] }]
  const view = FuelLevel as unknown as Component
  const other = show(view, answer('Kap Lund'), { serverId: 1, station: { ...station, id: 5 } })
  const own = show(view, answer('Hafen'), { serverId: 1, station })
  expect(await screen.findByText('Moin e. V.')).toBeTruthy()
  expect(own.container.textContent).toContain('50 of 1,000')
  expect(other.container.textContent).toContain('100 of 1,000')
  own.unmount()
  other.unmount()
})

it('names the site of all streams once, or of each, and the voice server that a join opens', async () => {
  const url = 'https://www.streams.example/ada'
  const stream = { title: '', quality: '', name: 'Ada', viewers: 1, url }
  const { unmount: leave } = show(StreamsView, [stream, { ...stream, name: 'Bo' }])
  await screen.findByText('2 live on streams.example') // findBy refuses a second one
  leave()
  show(StreamsView, [stream, { ...stream, url: 'https://other.example/bo' }])
  await screen.findByText('Ada · streams.example')
  const server = { id: 1, name: 'Radio', users: [], userCount: 0, slots: 10, address: '', port: 1 }
  const actions = createRawSnippet(() => ({ render: () => '<i></i>' }))
  const given = { server, most: 9, isFriend: () => false, onopen: () => undefined, actions }
  const { unmount } = show(VoiceCard as Component, [], { ...given, isMain: true })
  screen.getByText('Main server')
  unmount()
  show(VoiceCard as Component, [], { ...given, isMain: false })
  expect(screen.queryByText('Main server')).toBeNull()
})

it('draws no list of a project that needs nothing more', () => {
  const project = { id: 1, title: 'Bridge', description: '', funding: {}, resources: [], active: true, finished: false }
  const { container, unmount } = show(ProjectCard as Component, [], { project, nameOf: String })
  expect(screen.getByText('Bridge')).toBeTruthy()
  expect(container.querySelector('ul')).toBeNull()
  unmount()
})

it.each([
  ['in a card', false, ['Join voice', 'Copy address']],
  ['at the foot of a dialog, in the order of the focus too', true, ['Copy address', 'Join voice']],
])('offers to join voice %s', (_, isFoot, words) => {
  const { unmount } = show(VoiceActions as Component, [], { playState: {}, voiceId: 1, isFoot })
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent.trim())).toEqual(words)
  unmount()
})

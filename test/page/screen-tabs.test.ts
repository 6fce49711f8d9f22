import { cleanup, render, screen, waitFor } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { giveScreenTabs } from '../../src-renderer/views/frame/screen-tabs.ts'
import NewsView from '../../src-renderer/views/NewsView.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))
afterEach(cleanup)

const failure = new Failure('http-status', { host: 'north.example', status: 500 })
const live = {
  asOf: new Date().toISOString(),
  source: 'live',
  state: 'ok',
  aside: { count: 0, entries: [] },
  freshMs: 0,
}

it.each([
  ['there are none', () => Promise.resolve({ ...live, value: [] }), false],
  ['there are some', () => Promise.resolve({ ...live, value: [{ name: 'Ada' }] }), true],
  ['their reading failed, which the tab shows', () => Promise.reject(failure), true],
] as const)('the tab of streams while %s', async (_, streams, isThere) => {
  const answers: Record<string, () => Promise<unknown>> = {
    twitch: streams,
    changelog: () => Promise.resolve({ ...live, value: [] }),
  }
  const none = () => Promise.resolve({ ...live, state: 'gone' })
  const read = ({ endpoint }: { endpoint: string }) => (answers[endpoint] ?? none)()
  const nothing = () => () => undefined
  const main = {
    community: { read },
    settings: { state: nothing, profile: nothing },
    play: { game: nothing },
  } as unknown as Main
  const view: Component = (...given) => {
    giveScreenTabs()
    return NewsView(...given)
  }
  render(Host, { main, i18n, router: new Router('news'), view })
  await waitFor(() => expect(screen.getByText('No changes yet')).toBeTruthy())
  expect(screen.queryAllByText('Streams')).toHaveLength(Number(isThere))
})

import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Changelog } from '../../src-preload/contract/community/index.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { changesOf } from '../../src-renderer/news/changes.ts'
import { ReadMarks, readMarks } from '../../src-renderer/news/read-marks.ts'
import CompanyShopsView from '../../src-renderer/views/CompanyShopsView.svelte'
import ItemsView from '../../src-renderer/views/ItemsView.svelte'
import LicencesView from '../../src-renderer/views/LicencesView.svelte'
import MarketView from '../../src-renderer/views/MarketView.svelte'
import NewsView from '../../src-renderer/views/NewsView.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'

const i18n = new I18n()
const DAY_MS = 24 * 3_600_000
const log = (id: number, daysAgo: number): Changelog => ({
  ...{ id, version: `3.${id}`, mission: [], map: [], mod: [], note: '', active: true, size: null },
  ...{ releaseAt: new Date(Date.now() - daysAgo * DAY_MS).toISOString(), createdAt: null, updatedAt: null },
})
const logs = [log(901, 1), log(902, 3), log(903, 40)]

/** The cards that a test's player has in view. */
const inView = new Set<string>()
class Viewed {
  #tell: (entries: { isIntersecting: boolean }[]) => void
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    this.#tell = tell
  }
  observe(element: HTMLElement) {
    const version = element.querySelector('h2')?.textContent ?? ''
    queueMicrotask(() => this.#tell([{ isIntersecting: inView.has(version) }]))
  }
  disconnect() {}
}
beforeAll(() => i18n.use('en'))
beforeAll(() => void vi.stubGlobal('IntersectionObserver', Viewed))
afterAll(() => void vi.unstubAllGlobals())

function visit() {
  cleanup()
  const read = ({ endpoint }: { endpoint: string }) =>
    Promise.resolve({
      value: endpoint === 'changelog' ? logs : { html: '', active: false },
      ...{
        state: 'ready',
        source: 'live',
        asOf: new Date().toISOString(),
        freshUntil: null,
        aside: { count: 0, examples: [] },
      },
    })
  const nothing = () => () => undefined
  const settings = { state: nothing, profile: nothing }
  const main = { community: { read }, settings, play: { game: nothing } } as unknown as Main
  render(Host, { main, i18n, router: new Router('news'), view: NewsView })
}
const isMarked = async (version: string) => {
  const card = (await screen.findByRole('heading', { name: version })).closest('article') as HTMLElement
  return within(card).queryByText('Unread') !== null
}

it('news that were in view are read when the player leaves, and stay marked and counted until then', async () => {
  expect(logs.filter(readMarks.isUnread)).toHaveLength(2) // a newcomer's are those of the last week
  inView.add('3.901')
  visit()
  expect([await isMarked('3.901'), await isMarked('3.902'), await isMarked('3.903')]).toEqual([true, true, false])
  expect(logs.filter(readMarks.isUnread).map(({ id }) => id)).toEqual([901, 902])
  visit()
  expect(logs.filter(readMarks.isUnread).map(({ id }) => id)).toEqual([902])
  expect([await isMarked('3.901'), await isMarked('3.902')]).toEqual([false, true])
  await fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  expect(await isMarked('3.902')).toBe(false)
  expect(readMarks.isUnread(log(901, 2))).toBe(true) // of another community
})

it('news of more than a year ago are none, and what was seen of them is forgotten', () => {
  const before = { ...localStorage }
  const [old, young] = [log(1, 400), log(2, 300)]
  localStorage.setItem('loadout.news.read-until', '1')
  localStorage.setItem('loadout.news.seen', '[]')
  new ReadMarks().markRead([old, young]) // the old one is none that has to be marked
  const kept = () => JSON.parse(localStorage.getItem('loadout.news.seen') ?? '') as string[]
  expect(kept()).toHaveLength(1)
  localStorage.setItem(
    'loadout.news.seen',
    JSON.stringify([...kept(), `1 ${Date.parse(old.releaseAt ?? '')}`, 'damaged']),
  )
  const marks = new ReadMarks()
  expect(kept()).toEqual([expect.stringMatching(/^2 /)])
  expect([old, young, log(3, 300.5)].map(marks.isUnread)).toEqual([false, false, true])
  Object.assign(localStorage, before)
})

it('shows only the changes of one kind', () => {
  const line = { mark: 'added' as const, text: 'Car' }
  const both = { ...log(1, 1), mission: [line], mod: [line] }
  expect(changesOf([both, log(2, 2)], 'mod')).toEqual([{ ...both, mission: [], map: [], mod: [line] }])
})

it.each([
  ['market', MarketView, 'Find goods'],
  ['items', ItemsView, 'Find an item'],
  ['licences', LicencesView, 'Find a licence'],
  ['company-shops', CompanyShopsView, 'Find goods or a company'],
] as const)('offers no search where nothing could be loaded: %s', async (screenName, view, label) => {
  cleanup()
  const { main } = playMain(new Failure('offline', { host: 'h' }))
  Object.assign(main, { player: { state: () => () => undefined } })
  render(Host, { main, i18n, router: new Router(screenName), view: view as Component })
  await screen.findByText(/could not be loaded/)
  expect(screen.queryByLabelText(label)).toBeNull()
  expect(screen.queryAllByRole('combobox')).toHaveLength(0)
})

it('offers no search and no filter where there are no news', async () => {
  cleanup()
  const { main } = playMain(new Failure('offline', { host: 'h' }))
  render(Host, { main, i18n, router: new Router('news'), view: NewsView })
  expect(screen.getByLabelText('Search changes')).toBeTruthy() // until that is known
  await screen.findByText('News could not be loaded')
  expect(screen.queryByLabelText('Search changes')).toBeNull()
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent.trim())).toEqual(['Try again'])
})

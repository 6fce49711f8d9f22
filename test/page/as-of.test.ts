import { render, screen } from '@testing-library/svelte'
import { createRawSnippet, flushSync } from 'svelte'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import ResourceAge from '#shared/resource/ResourceAge.svelte'
import ResourceView from '#shared/resource/ResourceView.svelte'
import AsOf from '#shared/ui/AsOf.svelte'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))
afterEach(() => void vi.useRealTimers())

it.each([
  ['live', {}, /^As of /],
  ['stored', {}, /^Saved /],
  ['stored', { pending: true }, /^As of /],
  ['live', { archived: true }, /^Saved /],
] as const)('says in a plain word whether data is %s %o', (source, more, words) => {
  const given = { at: new Date(), source, ...more }
  render(Host, { main: playMain().main, i18n, router: new Router(), view: AsOf, given })
  expect(screen.getByRole('time').textContent).toMatch(words)
})

it('says no age where there is no data', () => {
  const reading = { asOf: new Date().toISOString(), source: 'stored', state: 'gone', aside: { count: 0 } } as const
  const resource = { state: 'failed', reading, failure: undefined, busy: false, refresh: () => undefined } as const
  const show = (more: object) =>
    render(Host, {
      main: playMain().main,
      ...{ i18n, router: new Router(), view: ResourceAge },
      given: { resource: { ...resource, reading: { ...reading, ...more } } },
    })
  show({})
  expect(screen.queryByRole('time')).toBeNull()
  show({ value: [] })
  expect(screen.getByRole('time').textContent).toMatch(/^Saved /)
})

it('names what could not be loaded, and offers once to try again', () => {
  const failure = new Failure('http-status', { host: 'h', status: 503 })
  const resource = {
    state: 'failed',
    reading: undefined,
    value: undefined,
    failure,
    busy: false,
    refresh: () => undefined,
  }
  const skeleton = createRawSnippet(() => ({ render: () => '<i></i>' }))
  const show = (view: unknown, given: object) =>
    render(Host, { main: playMain().main, i18n, router: new Router(), view: view as never, given })
  show(ResourceAge, { resource })
  show(ResourceView, { resource, name: 'Market', skeleton })
  expect(screen.getByText('Market could not be loaded')).toBeTruthy()
  expect(screen.queryByText('Unreachable')).toBeNull() // it is said in place of the data
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent.trim())).toEqual(['Try again'])
})

it.each([
  [new Failure('offline', {} as never), 'You are offline', false],
  [new Failure('http-status', { host: 'h', status: 503 }), 'Unreachable', false],
  [new Failure('not-json', { host: 'h' } as never), undefined, true],
] as const)(
  'says above the time why it is a copy, and offers again only what the button beside it does not: %s',
  (failure, words, offers) => {
    const reading = {
      value: [],
      asOf: new Date().toISOString(),
      source: 'stored',
      state: 'ok',
      aside: { count: 0 },
    } as const
    const resource = { state: 'ready', reading, failure, busy: false, refresh: () => undefined } as const
    render(Host, { main: playMain().main, i18n, router: new Router(), view: ResourceAge, given: { resource } })
    const told = screen.getByRole('time').closest('.told')?.querySelector('.note')
    expect(told?.textContent.trim()).toBe(words)
    expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(offers)
  },
)

it('names the day of an earlier copy once that is another day, on a screen that stays open', () => {
  vi.useFakeTimers({ now: new Date(2026, 0, 5, 23, 30) })
  const given = { at: Date.now(), source: 'stored' }
  render(Host, { main: playMain().main, i18n, router: new Router(), view: AsOf, given })
  expect(screen.getByRole('time').textContent).toMatch(/11:30/)
  vi.advanceTimersByTime(30 * 60_000)
  flushSync()
  expect(screen.getByRole('time').textContent).toBe('Saved Jan 5')
})

it('a screen reader reads out that the service is away, and not each new time', () => {
  const reading = { value: [], asOf: new Date().toISOString(), source: 'stored', state: 'live', aside: { count: 0 } }
  const failure = new Failure('http-status', { host: 'h', status: 503 })
  const show = (more: object) =>
    render(Host, {
      main: playMain().main,
      ...{ i18n, router: new Router(), view: ResourceAge as never },
      given: {
        resource: { state: 'ready', reading, failure: undefined, busy: false, refresh: () => undefined, ...more },
      },
    })
  const { unmount, container } = show({})
  expect(screen.getByRole('time').closest('[aria-live]')).toBeNull()
  expect(container.querySelector('[aria-live]')?.textContent.trim()).toBe('')
  unmount()
  const live = show({ failure }).container.querySelector('[aria-live]')
  const shown = screen.getByRole('time').closest('.told')?.querySelector('.note')
  expect(shown?.getAttribute('aria-hidden')).toBe('true')
  expect([shown, live].map((one) => one?.textContent.trim())).toEqual(['Unreachable', 'Unreachable'])
})

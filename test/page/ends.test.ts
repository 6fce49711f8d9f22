import { cleanup, render } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'
import * as v from 'valibot'
import { player as playerRecord } from '../../src-main/community/records/player.ts'
import { createSchemaHelpers } from '../../src-main/community/records/index.ts'
import { homesOf } from '../../src-renderer/player/facts.ts'
import Upkeep from '../../src-renderer/player/Upkeep.svelte'
import PlaceFacts from '../../src-renderer/world/map/PlaceFacts.svelte'
import { createFormat } from '#shared/format/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'

afterEach(() => void vi.useRealTimers())

it.each([
  [6, 0, '6 hours left'],
  [30, 0, '30 hours left'],
  [300, 0, '12 days left'],
  [Number.MAX_SAFE_INTEGER, 0, '375,299,968,947,541 days left'], // later than any date
  [30, 24, '6 hours left'], // the service has not answered since yesterday, or the screen is open since then
  [30, 31, 'Overdue'],
])(
  'a house that was paid for %i hours %i hours ago says so in the same words everywhere',
  async (hours, ago, words) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T12:30:00Z') + ago * 3_600_000 })
    const i18n = new I18n()
    await i18n.use('en')
    const asOf = '2026-01-01T12:00:00Z'
    const textOf = (view: unknown, given: object) => {
      const { container } = render(Host, {
        main: playMain().main,
        i18n,
        router: new Router('player'),
        view: view as never,
        given,
      })
      const text = container.textContent
      cleanup()
      return text
    }
    const record = v.parse(playerRecord(createSchemaHelpers('Europe/Berlin')), {
      id: 1,
      houses_keyed: [{ id: 3, payed_for: hours }],
    })
    const [house] = homesOf(record, { t: i18n.t, format: createFormat(i18n), asOf })
    expect(house?.detail).toContain(words)
    const upkeep = [{ kind: 'house', id: 3, name: '', hoursLeft: hours }]
    const told = textOf(Upkeep, { upkeep, asOf })
    expect(told).toContain(words)
    expect(/until .*\d:00\s[AP]M/.test(told)).toBe(hours < 48) // a date alone for what ends in days
    expect(textOf(PlaceFacts, { place: { layer: 'mine', hours, asOf }, nameOf: String })).toContain(`Upkeep: ${words}`)
  },
)

it('what is due leads to its place on the map, a company to where it sells', async () => {
  const i18n = new I18n()
  await i18n.use('en')
  const upkeep = [
    { kind: 'house', id: 3, name: '', hoursLeft: 6, spot: { x: 1_000, y: 2_000 } },
    { kind: 'company', id: 3, name: 'Hansen', hoursLeft: 9 },
    { kind: 'company', id: 4, name: 'Elsewhere', hoursLeft: 9 },
  ]
  const shopSpot = (id: number | null) => (id === 3 ? { x: 5_000, y: 6_000 } : null)
  const given = { upkeep, asOf: '2026-01-01T12:00:00Z', shopSpot }
  const { main } = playMain()
  const { container } = render(Host, { main, i18n, router: new Router('player'), view: Upkeep as never, given })
  const lines = [...container.querySelectorAll('li')].map((line) => line.querySelector('button, a')?.textContent.trim())
  expect(lines).toEqual(['010 020', '050 060', undefined])
})

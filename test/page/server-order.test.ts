import { expect, it } from 'vitest'
import { bandsOf, firstToJoin, serverOrder, serverToJoin, playersOf } from '../../src-renderer/servers/population.ts'
import { serverOf } from './support/play-main.ts'

it('has each server stay where it was first shown, whatever its numbers come to, and favourites before all', () => {
  const favourites = new Set<number>()
  const inOrder = serverOrder((id) => favourites.has(id))
  const order = (...counts: number[]) =>
    inOrder(counts.map((playerCount, at) => serverOf(at + 1, '', { playerCount }))).map(({ id }) => id)
  expect(order(5, 80, 40)).toEqual([2, 3, 1])
  expect(order(90, 10, 40, 99)).toEqual([2, 3, 1, 4])
  favourites.add(1)
  expect(order(0, 10, 40, 99)).toEqual([1, 2, 3, 4])
  favourites.clear()
  expect(order(0, 10, 40, 99)).toEqual([2, 3, 1, 4])
})

it('joins the favourite before fuller ones, but no full or stopped server while another has a seat', () => {
  const [full, busy, calm] = [
    serverOf(1, 'Full', { playerCount: 100 }),
    serverOf(2, 'Busy', { playerCount: 60 }),
    serverOf(3, 'Calm', { playerCount: 5 }),
  ]
  const first = (favourite: number, ...servers: (typeof full)[]) =>
    firstToJoin(serverOrder((id) => id === favourite)(servers))?.name
  expect(first(3, full, busy, calm)).toBe('Calm')
  expect(first(0, full, busy, calm)).toBe('Busy')
  expect(first(1, full, busy, calm)).toBe('Busy')
  expect(first(3, busy, { ...calm, online: false })).toBe('Busy')
  expect(first(1, full)).toBe('Full')
  expect(first(0)).toBeUndefined()
})

it('shows the favourite on Home also while it is full, but none that is offline, and of several one with a seat', () => {
  const full = [serverOf(1, 'Full', { playerCount: 100 }), serverOf(2, 'Full too', { playerCount: 100 })]
  const calm = serverOf(3, 'Calm', { playerCount: 5 })
  const first = (favourites: number[], ...servers: typeof full) => {
    const isFavourite = (id: number) => favourites.includes(id)
    return serverToJoin(isFavourite)(serverOrder(isFavourite)(servers), true)?.name
  }
  expect(first([], ...full, calm)).toBe('Calm')
  expect(first([2], ...full, calm)).toBe('Full too')
  expect(first([1, 3], ...full, calm)).toBe('Calm')
  expect(first([3], ...full, { ...calm, online: false })).toBe('Full')
})

it('paints a bar of players with a band for each side, as wide as its share, and leaves it plain where none is told', () => {
  expect(bandsOf({ civ: 6, cop: 3, medic: 0, rac: 1 })).toBe(
    'linear-gradient(to right, var(--series-1) 0% 60%, var(--series-2) 60% 90%, var(--series-3) 90% 90%, var(--series-4) 90% 100%)',
  )
  expect(bandsOf({ civ: 0, cop: 0, medic: 0, rac: 0 })).toBeUndefined()
  expect(bandsOf(null)).toBeUndefined()
})

it('lists each player once, although only one of the lists marks who is in the lobby', () => {
  const sides = { civ: ['[X] Ada', 'Bo'], cop: ['Cem'], medic: [], rac: [] }
  expect(playersOf({ players: ['Bo (Lobby)', 'Dora (Lobby)', '[X] Ada', '[X] Ada'], sides })).toEqual([
    { name: '[X] Ada', side: 'civ' },
    { name: 'Bo (Lobby)', side: 'civ' },
    { name: 'Cem', side: 'cop' },
    { name: 'Dora (Lobby)', side: undefined },
  ])
})

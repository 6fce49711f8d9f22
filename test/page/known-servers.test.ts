import { beforeEach, expect, it } from 'vitest'
import { KnownServers } from '../../src-renderer/servers/known.ts'

beforeEach(() => localStorage.clear())

const [harbour, isle] = [
  { id: 1, name: 'Harbour' },
  { id: 2, name: 'Isle' },
]

it('knows which servers a community has retired, over restarts, and by their last name', () => {
  const known = new KnownServers()
  known.see('a', [harbour, isle])
  known.see('a', [
    { id: 1, name: 'Harbour' },
    { id: 2, name: 'Isle of old' },
  ])
  const later = new KnownServers()
  later.see('a', [harbour])
  expect(later.archived('a', [harbour])).toEqual([{ profile: 'a', id: 2, name: 'Isle of old' }])
  expect(later.archived('b', [])).toEqual([])
})

it('forgets one that the player does not want to see any more', () => {
  const known = new KnownServers()
  known.see('a', [harbour, isle])
  known.forget({ profile: 'a', id: 2, name: '' })
  expect(known.archived('a', [harbour])).toEqual([])
})

it('a server that comes back is archived no more', () => {
  const known = new KnownServers()
  known.see('a', [harbour, isle])
  known.see('a', [harbour])
  known.see('a', [isle, harbour])
  expect(known.archived('a', [isle, harbour])).toEqual([])
})

it('keeps nothing that an earlier version may have left behind in another form', () => {
  localStorage.setItem('loadout.servers.known', '[{"id":"1"},null]')
  expect(new KnownServers().archived('a', [])).toEqual([])
})

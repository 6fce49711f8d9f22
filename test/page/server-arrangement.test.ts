import { expect, it } from 'vitest'
import { Arrangement } from '../../src-renderer/servers/arrangement.svelte.ts'
import { serverOf } from './support/play-main.ts'

const answered = { answered: true, at: 0, players: 100, slots: 100, map: '', version: '', password: false, name: '' }
const servers = [serverOf(1, 'Cove'), serverOf(2, 'Arena'), serverOf(3, 'Bay', { online: false })]
const live = {
  of: (serverId: number) =>
    serverId === 3 ? undefined : ({ ...answered, serverId, pingMs: serverId === 1 ? 80 : 9 } as never),
}
const idsOf = (arrangement: Arrangement) => arrangement.of(servers).map(({ id }) => id)

it('a list of servers shows all, those with a seat or the favourites, by players, ping or name', () => {
  const arrangement = new Arrangement(live, (id) => id === 3)
  expect(idsOf(arrangement)).toEqual([1, 2, 3])
  arrangement.order = 'ping'
  expect(idsOf(arrangement)).toEqual([2, 1, 3]) // who does not answer comes last
  arrangement.order = 'name'
  expect(idsOf(arrangement)).toEqual([2, 3, 1])
  arrangement.which = 'favourites'
  expect(idsOf(arrangement)).toEqual([3])
  arrangement.which = 'seats'
  expect(idsOf(arrangement)).toEqual([]) // full by their own word, whatever the service lists
  const quiet = new Arrangement({ of: () => undefined }, () => false)
  quiet.which = 'seats'
  expect(idsOf(quiet)).toEqual([1, 2])
})

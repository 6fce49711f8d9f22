import type { Upkeep } from '../../../src-preload/contract/player.ts'
import type { Notice } from './notice.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How close an end is: told once at each step. */
const stageOf = (hours: number) => (hours <= 0 ? 'over' : hours <= 24 ? 'day' : hours <= 72 ? 'days' : undefined)

/**
 * The end of a term, told in whole hours by the service, wanders by an hour from look to look. What lies within half a day
 * of an end that was seen before is the same end.
 */
export type KnownEnds = Map<string, number>

function sameEnd(known: KnownEnds, item: string, end: number): number {
  const before = known.get(item)
  if (before !== undefined && Math.abs(before - end) < DAY / 2) return before
  known.set(item, end)
  return end
}

/** What of the player's must be paid for soon. `asOf` is when the hours were true, epoch ms; `known` is kept from look to look. */
export function upkeepNotices(upkeep: readonly Upkeep[], asOf: number, now: number, known: KnownEnds): Notice[] {
  return upkeep.flatMap(({ kind, id, name, hoursLeft }): Notice[] => {
    const item = `${kind}:${id}`
    const end = sameEnd(known, item, asOf + hoursLeft * HOUR)
    const hours = Math.floor((end - now) / HOUR)
    const stage = stageOf(hours)
    if (!stage) return []
    // Of what has run out the service does not say since when: it is told once a month.
    const when = stage === 'over' ? new Date(now).toISOString().slice(0, 7) : Math.round(end / DAY)
    const count = stage === 'days' ? Math.floor(hours / 24) : hours
    return [
      {
        class: 'upkeep',
        key: `upkeep:${item}:${stage}:${when}`,
        name,
        facts: { kind, id: String(id), stage, count },
        isPrivate: true,
        place: { screen: 'player' },
      },
    ]
  })
}

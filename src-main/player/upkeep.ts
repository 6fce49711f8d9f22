import type { Player } from '../../src-preload/contract/community/player.ts'
import type { Upkeep } from '../../src-preload/contract/player.ts'

/** What of the player's must be paid for, soonest first. What is disabled, deleted or of unknown term is left out. */
export function upkeepOf(player: Player): Upkeep[] {
  const entry = (kind: Upkeep['kind'], id: number, name: string, hours: number | null): Upkeep[] =>
    hours === null ? [] : [{ kind, id, name, hoursLeft: hours }]
  return [
    ...player.houses.filter(({ disabled }) => !disabled).flatMap((h) => entry('house', h.id, '', h.paidHours)),
    ...player.rentals
      .filter(({ disabled, active }) => !disabled && active)
      .flatMap((r) => entry('rental', r.id, '', r.paidHours)),
    ...player.companies
      .filter(({ state }) => state !== 'deleted')
      .flatMap((c) =>
        entry('company', c.id, c.name, c.state === 'unpaid' ? Math.min(c.paidHours ?? 0, 0) : c.paidHours),
      ),
  ].sort((a, b) => a.hoursLeft - b.hoursLeft)
}

import type { Player } from '../../src-preload/contract/community/player.ts'
import type { MessageKey } from '#shared/i18n/index.ts'

/** The jobs and ranks a player has; a level of 0 is none. Police level 1 is the court's. */
export function ranksOf(levels: Player['levels']): { key: MessageKey; level: number }[] {
  const all: { key: MessageKey; level: number }[] = [
    { key: 'player.rank-cop', level: levels.cop > 1 ? levels.cop : 0 },
    { key: 'player.rank-justice', level: levels.justice || (levels.cop === 1 ? 1 : 0) },
    { key: 'player.rank-medic', level: levels.medic },
    { key: 'player.rank-rac', level: levels.rac },
    { key: 'player.rank-donator', level: levels.donator },
    { key: 'player.rank-admin', level: levels.admin },
  ]
  return all.filter(({ level }) => level > 0)
}

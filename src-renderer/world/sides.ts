import type { MessageKey, Translate } from '#shared/i18n/index.ts'

/** The sides as services spell them: the game's own words, and those of older records. */
const known: Partial<Record<string, MessageKey>> = {
  civ: 'servers.side.civ',
  cop: 'servers.side.cop',
  west: 'servers.side.cop',
  medic: 'servers.side.medic',
  med: 'servers.side.medic',
  guer: 'servers.side.medic',
  rac: 'servers.side.rac',
  adac: 'servers.side.rac',
  east: 'servers.side.rac',
}

/** A side's name in the player's language. An unknown side is shown as it is. */
export function sideName(side: string, t: Translate): string {
  const word = side.trim().toLowerCase()
  const key = Object.hasOwn(known, word) ? known[word] : undefined
  return key ? t(key) : side
}

const ranks: readonly (MessageKey | undefined)[] = [
  'servers.side.civ',
  'servers.side.cop',
  'servers.side.medic',
  'servers.side.rac',
]

/** A side's place in a list: civilians first, unknown sides last. */
export function sideRank(side: string): number {
  const word = side.trim().toLowerCase()
  const at = ranks.indexOf(Object.hasOwn(known, word) ? known[word] : undefined)
  return at < 0 ? ranks.length : at
}

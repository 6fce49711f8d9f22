import type { MessageKey, Translate } from '#shared/i18n/index.ts'

const cop: MessageKey = 'servers.side.cop'
const medic: MessageKey = 'servers.side.medic'
const rac: MessageKey = 'servers.side.rac'

/** Sides as services spell them: the game's own words, and those of older records. */
const known: Partial<Record<string, MessageKey>> = {
  civ: 'servers.side.civ',
  ...{ west: cop, cop },
  ...{ guer: medic, medic, med: medic },
  ...{ east: rac, rac, adac: rac },
}

/** A side's name in the player's language; a side that is not known is shown as it is spelled. */
export function sideName(side: string, t: Translate): string {
  const word = side.trim().toLowerCase()
  const key = Object.hasOwn(known, word) ? known[word] : undefined
  return key ? t(key) : side
}

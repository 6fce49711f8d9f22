import type { Side } from '../../src-preload/contract/community/index.ts'
import type { MessageKey } from '#shared/i18n/index.ts'

export const sideKeys: Record<Side, MessageKey> = {
  civ: 'servers.side.civ',
  cop: 'servers.side.cop',
  medic: 'servers.side.medic',
  rac: 'servers.side.rac',
}

/** Which of the chart's colours stands for a side. */
export const sideColors = { civ: 1, cop: 2, medic: 3, rac: 4 } as const

import type { GameServer } from '../../src-preload/contract/community/index.ts'

/**
 * What an illegal good pays, as a share of its base price, from this number of officers on. The service does not send the rule: these
 * are the steps by which players' calculators count, some of which differ at 12 and from 15 on.
 */
const STEPS: readonly [officers: number, share: number][] = [
  [0, 0.3],
  [4, 1.15],
  [5, 1.2],
  [8, 1.3],
  [9, 1.4],
  [11, 1.43],
  [12, 1.45],
  [13, 1.5],
  [14, 1.55],
  [15, 1.6],
  [16, 1.65],
]

const shares = STEPS.map(([, share]) => share)
/** The lowest and the highest share. */
export const POLICE_SHARES = { least: Math.min(...shares), most: Math.max(...shares) }

/** The share that an illegal good pays with this many officers online. */
export const policeShare = (officers: number): number =>
  STEPS.findLast(([from]) => from <= officers)?.[1] ?? POLICE_SHARES.least

/** The officers online by server id, told by the tag in their names; the court is on their side, but does not count. */
export const officersOn = (servers: readonly GameServer[]): ReadonlyMap<number, number> =>
  new Map(
    servers.flatMap(({ id, sides }) =>
      sides ? [[id, sides.cop.filter((name) => name.includes('[C')).length] as const] : [],
    ),
  )

/** What makes the price of an illegal good: its base price, and a share of it by the officers online. */
export interface Police {
  base: number
  officers: number
  share: number
}

/** Prices by server id from base prices, and what makes them where the number of officers is known. */
export function pricedBy(bases: ReadonlyMap<number, number>, officers: ReadonlyMap<number, number>) {
  const police = new Map<number, Police>()
  const prices = new Map(bases)
  for (const [server, base] of bases) {
    const count = officers.get(server)
    if (count === undefined) continue
    const share = policeShare(count)
    police.set(server, { base, officers: count, share })
    prices.set(server, Math.round(base * share))
  }
  return { prices, police }
}

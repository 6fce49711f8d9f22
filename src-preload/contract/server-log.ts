import type { ServerLogEntry, Side } from './community/index.ts'

/** Log entries for a chart: oldest first, one per time, without entries that have no time. */
export function populationOf(log: readonly ServerLogEntry[]) {
  const byTime = new Map<number, Record<'players' | Side, number>>()
  for (const { at, players, civ, cop, medic, rac } of log) {
    if (at === null) continue
    const ms = Date.parse(at)
    const sum = byTime.get(ms) ?? { players: 0, civ: 0, cop: 0, medic: 0, rac: 0 }
    byTime.set(ms, {
      players: sum.players + players,
      civ: sum.civ + civ,
      cop: sum.cop + cop,
      medic: sum.medic + medic,
      rac: sum.rac + rac,
    })
  }
  const points = [...byTime].sort(([a], [b]) => a - b)
  const of = (key: 'players' | Side) => points.map(([, point]) => point[key])
  return { times: points.map(([ms]) => ms), of }
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Fewer players than this may leave at once without a restart. */
const CROWD = 8
/** Largest share of players that is present right after a restart. */
const LEFT = 0.4
/** Entries with a longer gap say nothing about the time between them. */
const LONGEST_STEP = 45 * MINUTE
/** Largest difference between daily restarts, by the time of day. */
const SAME = 20 * MINUTE

/** The time of day on this computer's clock. Restarts are planned by the clock, which changes twice a year. */
function timeOfDay(ms: number): number {
  const at = new Date(ms)
  return (at.getHours() * 60 + at.getMinutes()) * MINUTE
}

/** The difference between two times of day. */
function apart(a: number, b: number): number {
  const away = Math.abs(a - b)
  return Math.min(away, DAY - away)
}

/** The same time of day as `ms`, from `now` on. */
function nextTime(ms: number, now: number): number {
  const at = new Date(ms)
  at.setDate(at.getDate() + Math.max(0, Math.floor((now - ms) / DAY)))
  while (at.getTime() < now) at.setDate(at.getDate() + 1)
  return at.getTime()
}

/** The last full or half hour between two times, because restarts are planned by the clock. If there is none, the middle. */
function likely(from: number, to: number): number {
  const half = Math.floor(to / (30 * MINUTE)) * 30 * MINUTE
  return half >= from ? half : (from + to) / 2
}

/** Drops are compared in pairs. A server restarts a few times a day. */
const MOST_DROPS = 200

/** The last times at which most players left at once. */
function dropsOf({ times, of }: ReturnType<typeof populationOf>): number[] {
  const players = of('players')
  const drops = times.flatMap((at, index) => {
    const [earlier = 0, before = 0, now = 0] = [times[index - 1], players[index - 1], players[index]]
    const isDrop = before >= CROWD && now <= before * LEFT && at - earlier <= LONGEST_STEP
    return isDrop ? [likely(earlier, at)] : []
  })
  return drops.slice(-MOST_DROPS)
}

/**
 * Predicts a server's next restart from its log: the next time of day at which most players left at once on at least two days, and on
 * at least 60 % of the log's days. Undefined if there is no such time.
 */
export function nextRestart(log: readonly ServerLogEntry[], now: number): number | undefined {
  const population = populationOf(log)
  const { times } = population
  const drops = dropsOf(population).map((at) => ({ at, time: timeOfDay(at) }))
  const [first = 0, last = 0] = [drops.length < MOST_DROPS ? times[0] : drops[0]?.at, times.at(-1)]
  const next = drops
    .filter((drop) => {
      const days = Math.floor((last - drop.at) / DAY) + Math.floor((drop.at - first) / DAY) + 1
      const same = drops.filter(({ time }) => apart(drop.time, time) <= SAME)
      const seen = new Set(same.map(({ at }) => Math.round((at - drop.at) / DAY)))
      return seen.size >= 2 && seen.size >= days * 0.6
    })
    .map(({ at }) => nextTime(at, now))
  return next.length > 0 ? Math.min(...next) : undefined
}

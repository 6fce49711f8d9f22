import { distanceOf, type Spot } from '#shared/spot.ts'

/** A stop of a route: a spot, with a name if it is a place. */
export interface Stop extends Spot {
  name?: string
}

/** A distance as it is shown, m: short ones in metres, long ones in tenths of a kilometre. */
const shownLength = (metres: number) => (metres < 1000 ? Math.round(metres) : Math.round(metres / 100) * 100)

/** The straight way to a stop from the one before, m. */
export function lengthTo(stops: readonly Spot[], at: number): number {
  const [from, to] = [stops[at - 1], stops[at]]
  return from && to ? shownLength(distanceOf(from, to)) : 0
}

/** The length of a way in straight lines, m: the sum of what is shown of its parts. */
export const lengthOf = (stops: readonly Spot[]): number => stops.reduce((sum, _, at) => sum + lengthTo(stops, at), 0)

/** A stop's sign, A to Z, then A1 to Z1: letters, because the numbers on the map count places. */
export const stopSign = (at: number): string => `${String.fromCharCode(65 + (at % 26))}${Math.floor(at / 26) || ''}`

/** From the middle of a stop to that of its letter, px: beside a dot, and above the name beside a place's sign. */
const TAG_PX = { dot: { x: 16, y: 0 }, place: { x: 20, y: 20 } }

/** Where a stop's letter stands: at the side away from the line to its neighbours. */
export function tagSpot(stops: readonly Stop[], at: number, scale: number): Spot {
  const here = stops[at]
  if (!here) return { x: 0, y: 0 }
  const pull = [stops[at - 1], stops[at + 1]].reduce(
    (sum, next) => sum + (next ? (next.x - here.x) / (distanceOf(here, next) || 1) : 0),
    0,
  )
  const { x, y } = TAG_PX[here.name ? 'place' : 'dot']
  return { x: here.x + (pull > 0 ? -x : x) / scale, y: here.y + y / scale }
}

/** The ruler. While it is on, each press on the map adds a stop. */
export class Ruler {
  isOn = $state(false)
  stops = $state.raw<readonly Stop[]>([])
  readonly metres = $derived(lengthOf(this.stops))

  add(stop: Stop): void {
    const last = this.stops.at(-1)
    if (last?.x !== stop.x || last.y !== stop.y) this.stops = [...this.stops, stop]
  }

  removeLast(): void {
    this.stops = this.stops.slice(0, -1)
  }

  /** Turns the ruler on and shows a way. */
  show(stops: readonly Stop[]): void {
    this.isOn = true
    this.stops = stops
  }

  toggle(): void {
    this.isOn = !this.isOn
    this.stops = []
  }
}

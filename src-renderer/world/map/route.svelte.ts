import { distanceOf, type Spot } from '#shared/spot.ts'

/** A stop of a route: a spot, with a name if it is a place. */
export interface Stop extends Spot {
  name?: string
}

/** The length of a way in straight lines, m. */
export const lengthOf = (stops: readonly Spot[]): number =>
  stops.reduce((sum, stop, at) => sum + (at === 0 ? 0 : distanceOf(stops[at - 1] ?? stop, stop)), 0)

/** A stop's sign, A to Z, then A1 to Z1: letters, because the numbers on the map count places. */
export const stopSign = (at: number): string => `${String.fromCharCode(65 + (at % 26))}${Math.floor(at / 26) || ''}`

/** Where a stop's letter stands: at the right (1) or the left (-1), away from the line to its neighbours. */
export function labelSide(stops: readonly Spot[], at: number): 1 | -1 {
  const here = stops[at]
  const pull = [stops[at - 1], stops[at + 1]].reduce(
    (sum, next) => sum + (here && next ? (next.x - here.x) / (distanceOf(here, next) || 1) : 0),
    0,
  )
  return pull > 0 ? -1 : 1
}

/** The ruler. While it is on, each press on the map adds a stop. */
export class Ruler {
  isOn = $state(false)
  stops = $state.raw<readonly Stop[]>([])
  readonly metres = $derived(lengthOf(this.stops))

  add(stop: Stop): void {
    this.stops = [...this.stops, stop]
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

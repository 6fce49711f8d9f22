import type { Spot } from '../spot.ts'

/** A line in a list of facts. */
export interface Row {
  label: string
  value: string
  mono?: boolean
  /** The thing's place. A link to the map follows the value. */
  spot?: Spot | null
}

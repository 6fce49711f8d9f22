import type { Spot } from '../spot.ts'

/** A line of a list of facts. */
export interface Row {
  label: string
  value: string
  mono?: boolean
  /** Where it is: a link to the map stands behind the value. */
  spot?: Spot | null
}

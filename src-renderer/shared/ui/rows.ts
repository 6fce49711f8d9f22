import type { Spot } from '../spot.ts'
import type { Tone } from './icon.ts'

/** A line in a list of facts. */
export interface Row {
  label: string
  value: string
  mono?: boolean
  /** The value is a badge of this tone. */
  tone?: Tone
  /** The thing's place. A link to the map follows the value. */
  spot?: Spot | null
}

/** A point on the map, in metres from its lower left corner. */
export interface Spot {
  x: number
  y: number
}

/** A place in whole metres, as players tell it: `3122, 12838`. */
export const spotText = ({ x, y }: Spot): string => `${Math.round(x)}, ${Math.round(y)}`

/** What the map screen is given to point at a place. */
export const spotParams = ({ x, y }: Spot): { x: string; y: string } => ({
  x: String(Math.round(x)),
  y: String(Math.round(y)),
})

/** The place that the map screen was given, if it is one. */
export function spotOfParams(params: Readonly<Record<string, string>>): Spot | undefined {
  const spot = { x: Number(params.x), y: Number(params.y) }
  return params.x && params.y && Number.isFinite(spot.x) && Number.isFinite(spot.y) ? spot : undefined
}

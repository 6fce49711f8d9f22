import { latLng, type Map as LeafletMap } from 'leaflet'
import type { Movable } from './leaflet-map.ts'
import type { Aim } from './view.ts'

/** Moves Leaflet's map frame by frame. */
export class Motion {
  readonly #map: Movable & Pick<LeafletMap, 'fire'>
  readonly #over: () => void
  #frame = 0
  #isRunning = $state(false)

  /** `over`: called at the end of each run, before the map's last events. */
  constructor(map: LeafletMap, over: () => void) {
    this.#map = map as unknown as Movable & Pick<LeafletMap, 'fire'>
    this.#over = over
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  /** Runs a motion until `step` returns false. The first step runs at once. */
  run(step: (ms: number) => boolean): void {
    this.#map._stop()
    this.#isRunning = true
    this.#map._moveStart(true, false)
    let last = performance.now()
    const next = (now: number) => {
      const goesOn = step(Math.max(1, now - last))
      last = now
      if (goesOn) this.#frame = requestAnimationFrame(next)
      else this.#end()
    }
    next(last)
  }

  place({ x, y, zoom }: Aim): void {
    this.#map._move(latLng(y, x), zoom, { flyTo: true })
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
    if (this.#isRunning) this.#end()
  }

  #end(): void {
    this.#over()
    this.#map.fire('zoom') // this event is not part of the motion, so it loads the tiles of this zoom
    this.#map._moveEnd(true)
    this.#isRunning = false
  }
}

import type { Spot } from '../spot.ts'

/** Length of the map's side in metres, unless something is placed beyond. */
export const WORLD_M = 16_384

const MARGIN = 1.04
const MOST_PX_PER_M = 1.5
const STEP = 0.25

/** Which part of the map is on screen: a centre in metres and a scale. Screen points are px from the upper left corner. */
export class Viewport {
  #world: () => number
  #width = $state(0)
  #height = $state(0)
  #x = $state(WORLD_M / 2)
  #y = $state(WORLD_M / 2)
  #scale = $state(0)

  /** `world` is the length of the map's side in metres. */
  constructor(world: () => number = () => WORLD_M) {
    this.#world = world
  }

  get width() {
    return this.#width
  }

  get height() {
    return this.#height
  }

  get world() {
    return this.#world()
  }

  /** Px per metre; at least so many that the whole map just fits. */
  get scale() {
    return Math.max(this.#scale, this.fitScale)
  }

  get fitScale() {
    return Math.min(this.#width, this.#height) / (this.world * MARGIN)
  }

  /** How many times larger than the whole map. */
  get zoom() {
    return this.fitScale > 0 ? this.scale / this.fitScale : 1
  }

  get canZoomIn() {
    return this.scale < MOST_PX_PER_M
  }

  get canZoomOut() {
    return this.zoom > 1
  }

  readonly toScreen = ({ x, y }: Spot) => ({
    left: this.#width / 2 + (x - this.#x) * this.scale,
    top: this.#height / 2 - (y - this.#y) * this.scale,
  })

  readonly toMap = (left: number, top: number): Spot => ({
    x: this.#x + (left - this.#width / 2) / this.scale,
    y: this.#y - (top - this.#height / 2) / this.scale,
  })

  resize(width: number, height: number): void {
    this.#width = width
    this.#height = height
    this.#keepInside()
  }

  /** Moves what is seen by px, as a hand drags it. */
  panBy(left: number, top: number): void {
    this.#x -= left / this.scale
    this.#y += top / this.scale
    this.#keepInside()
  }

  /** A step with the arrow keys: a quarter of what is seen. */
  step(right: number, down: number): void {
    this.panBy(-right * this.#width * STEP, -down * this.#height * STEP)
  }

  /** Zooms so that the spot under a point stays where it is. */
  zoomBy(factor: number, left = this.#width / 2, top = this.#height / 2): void {
    const under = this.toMap(left, top)
    this.#scale = Math.min(MOST_PX_PER_M, Math.max(this.fitScale, this.scale * factor))
    const now = this.toMap(left, top)
    this.#x += under.x - now.x
    this.#y += under.y - now.y
    this.#keepInside()
  }

  /** Shows the whole map. */
  fit(): void {
    this.#scale = 0
    this.#x = this.#y = this.world / 2
  }

  /** Brings a spot to the middle, at least `zoom` times larger than the whole map. */
  show({ x, y }: Spot, zoom = 4): void {
    this.#scale = Math.min(MOST_PX_PER_M, Math.max(this.scale, this.fitScale * zoom))
    this.#x = x
    this.#y = y
    this.#keepInside()
  }

  #keepInside(): void {
    const inside = (centre: number, px: number) => {
      const half = px / 2 / this.scale
      return half * 2 >= this.world ? this.world / 2 : Math.min(this.world - half / 2, Math.max(half / 2, centre))
    }
    if (this.scale === 0) return
    this.#x = inside(this.#x, this.#width)
    this.#y = inside(this.#y, this.#height)
  }
}

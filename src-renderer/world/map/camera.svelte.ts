import type { Map as LeafletMap } from 'leaflet'
import { distanceOf, type Spot } from '#shared/spot.ts'
import { leafletOf } from './leaflet-map.ts'
import { Motion } from './motion.svelte.ts'
import {
  aimAt,
  between,
  caughtUp,
  fitZoom,
  kept,
  M_PER_PX,
  MOST_ZOOM,
  stepped,
  stepsOf,
  toMap,
  zoomedAround,
  zoomOf,
  type Aim,
  type View,
} from './view.ts'

const GLIDE_MS = 260
/** Zooms that differ by less than this count as equal. */
const THERE = 0.002

/** The visible part of the world, on top of Leaflet's map. Lives as long as its element. */
export class Camera {
  readonly map: LeafletMap
  #world: () => number
  #isStill: () => boolean
  #view = $state.raw<View>({ left: 0, top: 0, scale: 0, width: 0, height: 0 })
  readonly #motion: Motion
  #wheel: { zoom: number; left: number; top: number } | undefined
  /** The target of a running glide. Another press continues from there. */
  #goal: Aim | undefined
  readonly zoom = $derived(this.#view.scale > 0 ? zoomOf(this.#view.scale) : 0)

  /** `world`: length of its side in metres. `isStill`: true if the player has reduced motion, so that nothing glides. */
  constructor(element: HTMLElement, world: () => number, isStill: () => boolean) {
    this.#world = world
    this.#isStill = isStill
    const half = world() / 2
    this.map = leafletOf(element, half, isStill())
    this.#motion = new Motion(this.map, () => (this.#wheel = this.#goal = undefined))
    this.map.on('move zoom', () => this.#look())
    this.map.on('resize', () => this.#jump(this.#aim))
    this.map.on('dragend moveend', () => !this.isMoving && this.#comeBack())
    this.map.on('dragstart', () => this.#motion.stop())
    this.#jump({ x: half, y: half, zoom: -Infinity })
  }

  get view(): View {
    return this.#view
  }

  get world() {
    return this.#world()
  }

  /** True during a glide or a zoom by the wheel, but not during a drag. */
  get isMoving(): boolean {
    return this.#motion.isRunning
  }
  readonly canZoomIn = $derived(this.zoom < MOST_ZOOM - THERE)
  readonly canZoomOut = $derived(this.zoom > this.#least + THERE)

  get #least(): number {
    return fitZoom(this.#view.width, this.#view.height, this.#world())
  }

  get #aim(): Aim {
    const { lat, lng } = this.map.getCenter()
    return { x: lng, y: lat, zoom: this.map.getZoom() }
  }

  /** Shows the whole world. */
  fit(): void {
    this.#glide({ x: this.world / 2, y: this.world / 2, zoom: this.#least })
  }

  /** Shows a spot, at least two zoom steps nearer than the whole world. */
  show({ x, y }: Spot): void {
    this.#glide({ x, y, zoom: Math.max(this.#aim.zoom, this.#least + 2.2) })
  }

  /** Shows all of these with a margin, but no nearer than `most`. */
  showAll(spots: readonly Spot[], most = MOST_ZOOM): void {
    if (spots.length > 0) this.#glide(aimAt(spots, this.#view, most))
  }

  /** Zooms by steps around a point of the stage. The default is its middle. */
  zoomBy(steps: number, left = this.#view.width / 2, top = this.#view.height / 2): void {
    const from = this.#goal ?? this.#aim
    const { zoom } = this.#kept({ ...from, zoom: from.zoom + steps })
    this.#glide(zoomedAround(from, zoom, this.#view, left, top))
  }

  /** Moves the view by a quarter of its size, for the arrow keys. */
  step(right: number, down: number): void {
    this.#glide(stepped(this.#goal ?? this.#aim, this.#view, right, down))
  }

  /** Follows a wheel or a pinch on a trackpad smoothly. */
  turn(event: WheelEvent, left: number, top: number): void {
    const from = this.#wheel?.zoom ?? this.#aim.zoom
    const zoom = this.#kept({ ...this.#aim, zoom: from + stepsOf(event) }).zoom
    const isTurning = this.#wheel !== undefined
    if (!isTurning) this.#motion.stop()
    this.#wheel = { zoom, left, top }
    if (!isTurning) this.#motion.run((ms) => this.#catchUp(ms))
  }

  toMap = (left: number, top: number): Spot => toMap(this.#view, left, top)

  close(): void {
    this.#motion.stop()
    this.map.remove()
  }

  #kept = (aim: Aim) => kept(aim, this.#view, this.#world())

  #look(): void {
    const { x: width, y: height } = this.map.getSize()
    const corner = this.map.latLngToContainerPoint([0, 0])
    this.#view = { left: corner.x, top: corner.y, scale: 2 ** this.map.getZoom() / M_PER_PX, width, height }
  }

  /** After a drag, its slide or a pinch, returns to where the world is in sight. */
  #comeBack(): void {
    const aim = this.#aim
    const to = this.#kept(aim)
    if (distanceOf(aim, to) * this.#view.scale > 1 || Math.abs(to.zoom - aim.zoom) > THERE) this.#glide(to)
  }

  /** One step of the wheel's zoom. Returns false when the zoom is reached. */
  #catchUp(ms: number): boolean {
    if (!this.#wheel) return false
    const { zoom, left, top } = this.#wheel
    const from = this.#aim
    const isThere = Math.abs(zoom - from.zoom) < THERE || this.#isStill()
    const next = isThere ? zoom : caughtUp(from.zoom, zoom, ms)
    this.#motion.place(this.#kept(zoomedAround(from, next, this.#view, left, top)))
    return !isThere
  }

  #glide(aim: Aim): void {
    const [from, to] = [this.#aim, this.#kept(aim)]
    let passed = 0
    this.#motion.stop()
    this.#goal = to
    this.#motion.run((ms) => {
      passed += ms
      const share = this.#isStill() ? 1 : Math.min(1, passed / GLIDE_MS)
      this.#motion.place(between(from, to, 1 - (1 - share) ** 3))
      return share < 1
    })
  }

  #jump(aim: Aim): void {
    this.#look()
    this.#motion.stop()
    this.#motion.run(() => {
      this.#motion.place(this.#kept(aim))
      return false
    })
  }
}

import { RememberedSet } from '#shared/remembered.svelte.ts'
import type { FuelStation } from '../../../src-preload/contract/community/index.ts'
import { fillOf } from '../fuel.ts'
import type { GoodWords } from '#shared/good-names.ts'
import { distanceOf, spotOfText, type Spot } from '#shared/spot.ts'
import { groupsOf, type Group, type MapPlace } from './places.ts'
import type { Camera } from './camera.svelte.ts'
import { Ruler } from './route.svelte.ts'
import { WORLD_M } from './view.ts'
import { search } from '#shared/search.ts'

const NEAR_M = 60
/** Places nearer than this share a sign at every zoom, m. */
const LEAST_APART_M = 14

/** The map's state: its places, which of them are visible or chosen, and the camera. */
export class Atlas {
  #places: () => readonly MapPlace[]
  #goods: GoodWords
  #fits: (place: MapPlace) => boolean
  #hidden = new RememberedSet('map.hidden')
  #chosen = $state<string>()
  query = $state('')
  tab = $state<'places' | 'layers'>('places')
  readonly route = new Ruler()
  /** Places that share a sign at every zoom. The player chooses one of them. */
  crowd = $state.raw<readonly MapPlace[]>([])
  /** Undefined while the map is not on screen. */
  camera = $state.raw<Camera>()
  /** True if the next press on the map marks that spot. */
  isPinning = $state(false)
  /** A spot that the player marks but has not saved yet. */
  marking = $state.raw<Spot & { note: string }>()
  /** A spot that another screen has pointed at. */
  pin = $state.raw<Spot>()
  readonly groups = $derived.by(() => groupsOf(this.#places()))
  readonly #shown = $derived.by(() => this.#places().filter(({ group }) => this.isShown(group)))
  /** True while the player searches. A grid reference points to a spot and is no search. */
  readonly isSearching = $derived.by(() => this.query !== '' && !spotOfText(this.query))
  /** The visible places that fit the search. */
  readonly found = $derived.by(() => {
    const words = (place: MapPlace) =>
      `${place.name} ${place.groupName} ${place.label ?? ''} ${textOf(place, this.#goods)}`
    return search(this.#shown.filter(this.#fits), this.isSearching ? this.query : '', words)
  })
  readonly #foundIds = $derived.by(() => Object.fromEntries(this.found.map(({ id }) => [id, true])))
  readonly chosen = $derived.by(() => this.#places().find(({ id }) => id === this.#chosen))
  /** All visible places. A search does not hide any: it only makes the others faint. */
  readonly drawn = $derived.by(() => this.#shown.filter(({ placed }) => placed))
  /** Length of the world's side in metres. */
  readonly world = $derived.by(() =>
    this.#places().reduce((most, { placed, x, y }) => (placed ? Math.max(most, x, y) : most), WORLD_M),
  )

  /** @param fits limits what a search can find */
  constructor(
    places: () => readonly MapPlace[],
    goods: GoodWords = { of: (item) => item, within: () => '' },
    fits: (place: MapPlace) => boolean = () => true,
  ) {
    this.#places = places
    this.#goods = goods
    this.#fits = fits
  }

  get count() {
    return this.#places().length
  }

  /** How many places are listed, and of how many if not of all. */
  get countText(): string {
    const listed = this.found.length
    return listed < this.count ? `${listed} / ${this.count}` : String(listed)
  }

  readonly isFound = ({ id }: MapPlace): boolean => id in this.#foundIds

  /** Number of places in a group that the search found. */
  readonly foundIn = (group: string): number => this.found.filter((place) => place.group === group).length

  readonly isShown = (group: string): boolean => !this.#hidden.has(group)

  toggle(group: string): void {
    this.#hidden.toggle(group)
  }

  /** Lists the places of a group beside the map. */
  readonly list = ({ group, groupName }: Pick<MapPlace, 'group' | 'groupName'>): void => {
    if (!this.isShown(group)) this.toggle(group)
    this.query = groupName
    this.tab = 'places'
  }

  show(groups: readonly Group[], shown: boolean): void {
    this.#hidden.set(
      groups.map(({ key }) => key),
      !shown,
    )
  }

  readonly choose = (place: Pick<MapPlace, 'id'> | undefined): void => {
    this.#chosen = place?.id
    this.crowd = []
    this.marking = this.pin = undefined
  }

  /** Begins to mark a spot. Its note is its name. */
  readonly mark = ({ x, y }: Spot, note = ''): void => {
    this.choose(undefined)
    this.isPinning = false
    this.marking = { x: Math.max(0, Math.round(x)), y: Math.max(0, Math.round(y)), note }
  }

  /** Handles a press on the empty map while a tool is on. */
  readonly press = (spot: Spot): void => {
    if (this.isPinning) this.mark(spot)
    else if (this.route.isOn) this.route.add(spot)
  }

  /** Turns a tool on or off. Only one is on at a time. The ruler begins at the chosen place. */
  readonly toggleTool = (tool: 'ruler' | 'pin'): void => {
    const from = this.chosen
    this.isPinning = tool === 'pin' && !this.isPinning && !this.marking
    this.choose(undefined)
    if (tool === 'ruler' || this.route.isOn) this.route.toggle()
    if (this.route.isOn && from?.placed) this.route.add(from)
  }

  /** Turns off the current tool, or closes the chosen place if no tool is on. */
  readonly leave = (): void => {
    if (this.route.isOn) this.route.toggle()
    else if (!this.isPinning) this.choose(undefined)
    this.isPinning = false
  }

  /** Chooses a place and centres it. */
  visit(place: MapPlace): void {
    this.choose(place)
    if (place.placed) this.camera?.show(place)
  }

  /** Opens a sign with these places: zooms in on them, or lists them if no zoom separates them. */
  open(places: readonly MapPlace[]): void {
    const [first] = places
    if (!first) return
    if (this.route.isOn) return this.route.add(first)
    if (places.length === 1) return this.choose(first)
    const apart = Math.max(...places.map((place) => distanceOf(first, place)))
    if (apart > LEAST_APART_M && this.camera?.canZoomIn) return this.camera.showAll(places)
    this.choose(undefined)
    this.crowd = places
  }

  /** Shows the way from a place to the nearest fuel station with fuel. Returns false if there is none. */
  leadToFuel(from: MapPlace): boolean {
    const hasStock = (place: MapPlace) => place.layer === 'fuel' && place.placed && place.fills.some(isStocked)
    const [nearest] = this.#places()
      .filter(hasStock)
      .sort((a, b) => distanceOf(a, from) - distanceOf(b, from))
    if (nearest) this.lead(from, nearest)
    return nearest !== undefined
  }

  /** Shows the way between two places. */
  lead(from: MapPlace, to: MapPlace): void {
    this.choose(undefined)
    this.route.show([from, to])
    this.camera?.showAll([from, to], ROUTE_ZOOM)
  }

  /** Shows a spot that another screen has pointed at, and chooses the nearest place there. */
  pointAt(spot: Spot): void {
    const near = this.#places()
      .filter((place) => place.placed && distanceOf(place, spot) < NEAR_M)
      .sort((a, b) => distanceOf(a, spot) - distanceOf(b, spot))
    this.choose(near[0])
    this.pin = spot
    this.camera?.show(spot)
  }
}

/** Limit of the zoom for a way, so that its surroundings are visible. */
const ROUTE_ZOOM = 5
/** A station with less fuel than this share counts as empty. */
const LEAST_STOCK = 0.05
const isStocked = ({ station }: { station: FuelStation }) => (fillOf(station) ?? 0) > LEAST_STOCK

/** Further texts by which a search finds a place. */
function textOf(place: MapPlace, goods: GoodWords): string {
  if (place.layer === 'markers')
    return `${place.marker.classname} ${goods.within(place.marker.classname)} ${place.shop?.name ?? ''}`
  if (place.layer === 'companies')
    return `${place.shop.company.owner} ${place.shop.goods.map(({ name }) => name).join(' ')}`
  if (place.layer === 'projects' && !place.project.finished)
    return place.project.resources
      .filter(({ delivered, required }) => delivered < required)
      .map(({ item }) => goods.of(item))
      .join(' ')
  return ''
}

/** Filters for a search by a good: the places that sell it or buy it. Fields grow it but do not buy it. */
export const traders: Partial<Record<string, (place: MapPlace) => boolean>> = {
  sells: ({ layer }) => layer === 'companies',
  buys: (place) => place.layer === 'projects' || (place.layer === 'markers' && place.marker.icon !== 'field'),
}

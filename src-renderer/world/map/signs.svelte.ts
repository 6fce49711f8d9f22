import type { Atlas } from './atlas.svelte.ts'
import type { Camera } from './camera.svelte.ts'
import { crowdsOf, movedNames, namedOf, signAt, widthOf, type Crowd } from './grouping.ts'
import { tagSpot } from './route.svelte.ts'
import type { GroundName } from './stage.ts'
import { isWhole, scaleOf, type View } from './view.ts'

/** Signs nearer to each other than this are grouped, px: while the ground shows the names of towns, and while places show theirs. */
const GAPS_PX = { towns: 60, places: 40 }
/** The sizes of a sign and of a stop's letter, and the font sizes of the names, px at 100 %. */
const SIGN_PX = 28
const LETTER_PX = 18
const TYPE_PX = 12
const GROUND_PX = 14
/**
 * Number of steps along a side of the screen, and number of steps around it that are drawn too. The screen may grow by half as much before
 * the next layout.
 */
const STEPS = 8
const AROUND = 2.5
/** While the zoom changes, signs are scaled by up to this many zoom steps. */
const NEAR = 0.5
const NONE: ReadonlySet<string> = new Set()
/** The zoom from which places show their names, if there is room. */
const NAMES_FROM = 3.5

/** The content of the map: the signs of places, and which names have room. */
export class Signs {
  readonly #given: () => { atlas: Atlas; camera: Camera; names: readonly GroundName[] }

  constructor(given: () => { atlas: Atlas; camera: Camera; names: readonly GroundName[] }) {
    this.#given = given
  }

  readonly #view = $derived.by(() => this.#given().camera.view)
  #lastRest: View | undefined
  /** The view, or while the zoom changes, the one before: names come and go only at rest. */
  readonly #rest = $derived.by(() => {
    const { view, isMoving } = this.#given().camera
    return (this.#lastRest = (isMoving && this.#lastRest) || view)
  })
  #laidZoom = 0
  /** The zoom of the layout: the current one. While the zoom changes, it is one near to it, so that the layout is seldom made again. */
  readonly #zoom = $derived.by(() => {
    const { zoom, isMoving } = this.#given().camera
    const ahead = zoom - this.#laidZoom
    if (!isMoving) this.#laidZoom = zoom
    else if (Math.abs(ahead) > NEAR) this.#laidZoom = zoom + Math.sign(ahead) * NEAR
    return this.#laidZoom
  })
  /** Scale of the layout, px per metre. While the zoom changes, the whole layout is scaled, which is one thing to draw in each frame. */
  readonly laid = $derived.by(() => (this.#given().camera.isMoving ? scaleOf(this.#zoom) : this.#view.scale))
  /** Places are grouped at half steps of the zoom. */
  readonly #level = $derived.by(() => Math.round(this.#zoom * 2) / 2)
  readonly #foundFirst = $derived.by(() => {
    const { drawn, isFound } = this.#given().atlas
    return [...drawn].sort((a, b) => Number(isFound(b)) - Number(isFound(a)))
  })
  /** A sign stands for the found places of its group; if none was found, for all of them. */
  readonly #crowds = $derived.by(() => {
    const { isSearching, isFound } = this.#given().atlas
    const all = crowdsOf(
      this.#foundFirst,
      GAPS_PX[this.#level < NAMES_FROM ? 'towns' : 'places'] / scaleOf(this.#level),
    )
    if (!isSearching) return all
    return all.map((crowd) => {
      const found = crowd.places.filter(isFound)
      return found.length > 0 ? { ...crowd, places: found } : crowd
    })
  })
  /** A step in metres of the layout, so that while the zoom changes, the drawn signs change as seldom as the layout. */
  readonly #wide = $derived.by(() => this.#view.width / STEPS / this.laid)
  readonly #high = $derived.by(() => this.#view.height / STEPS / this.laid)
  /** The middle of the screen in whole steps, so that the drawn signs change seldom and only a few at a time. */
  readonly #column = $derived.by(() =>
    Math.round((this.#view.width / 2 - this.#view.left) / this.#view.scale / this.#wide),
  )
  readonly #row = $derived.by(() =>
    Math.round((this.#view.top - this.#view.height / 2) / this.#view.scale / this.#high),
  )
  /** The signs on the screen and around it. */
  readonly #inSight = $derived.by(() => {
    const [wide, high, column, row] = [this.#wide, this.#high, this.#column, this.#row]
    return this.#crowds.filter(
      ({ x, y }) => Math.abs(x / wide - column) < STEPS / 2 + AROUND && Math.abs(y / high - row) < STEPS / 2 + AROUND,
    )
  })
  readonly shown = $derived.by(() => this.#withChosen(this.#inSight))
  /** The letters of the ruler's stops. */
  readonly #tags = $derived.by(() => {
    const { stops } = this.#given().atlas.route
    return stops.map((_, at) => tagSpot(stops, at, scaleOf(this.#level)))
  })
  readonly #taken = $derived.by(() => [
    ...[...this.#moves.values()].map(({ box }) => box),
    ...this.#tags.map((tag) => signAt(tag, scaleOf(this.#level), LETTER_PX / 2)),
  ])
  readonly #withRoom = $derived.by(() =>
    this.#level >= NAMES_FROM
      ? namedOf(this.#inSight, scaleOf(this.#level), { typePx: TYPE_PX, signPx: SIGN_PX }, this.#taken)
      : NONE,
  )
  readonly #moves = $derived.by(() =>
    movedNames(this.#given().names, [...this.#crowds, ...this.#tags], scaleOf(this.#level), {
      typePx: GROUND_PX,
      signPx: SIGN_PX,
    }),
  )
  /** The ground names that are shown, and how far each is moved to have room. */
  readonly grounds = $derived.by(() =>
    this.#given().names.flatMap((ground) => {
      const { move } = this.#moves.get(ground.name) ?? {}
      const half = widthOf(ground.name, GROUND_PX) / 2
      return move && isWhole(this.#rest, ground, move.x - half, move.x + half) ? { ...ground, move } : []
    }),
  )

  /** True if a sign shows its name. */
  readonly isNamed = ({ key, x, y, places: [first] }: Crowd): boolean =>
    this.#withRoom.has(key) && isWhole(this.#rest, { x, y }, 0, SIGN_PX / 2 + widthOf(first?.name ?? '', TYPE_PX))

  /** Gives the chosen place its own sign, above the others. */
  #withChosen(list: readonly Crowd[]): readonly Crowd[] {
    const { chosen } = this.#given().atlas
    if (!chosen?.placed) return list
    const others = list.flatMap((crowd) => {
      if (!crowd.places.includes(chosen)) return crowd
      const places = crowd.places.filter((place) => place !== chosen)
      const [first] = places
      return first ? { ...crowd, key: `${crowd.key}+`, places } : []
    })
    return [...others, { key: chosen.id, places: [chosen], x: chosen.x, y: chosen.y }]
  }
}

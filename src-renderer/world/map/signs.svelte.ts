import type { Atlas } from './atlas.svelte.ts'
import type { Camera } from './camera.svelte.ts'
import { crowdsOf, movedNames, namedOf, type Crowd } from './grouping.ts'
import type { GroundName } from './stage.ts'
import { scaleOf } from './view.ts'

/** Signs nearer to each other are one, px: where towns tell their names, and where places do. */
const GAPS_PX = { towns: 60, places: 40 }
/** What a sign takes, and the sizes of the type of names, px at 100 %. */
const SIGN_PX = 28
const TYPE_PX = 12
const GROUND_PX = 14
/** Steps of a screen's side, and what is drawn around it: a screen grows by half as much before it is laid out anew. */
const STEPS = 8
const AROUND = 2.5
/** While the zoom moves, signs are drawn larger or smaller by up to so many steps of it. */
const NEAR = 0.5
const NONE: ReadonlySet<string> = new Set()
/** From this zoom on places tell their names, where there is room. */
const NAMES_FROM = 3.5

/** What is drawn on the map: signs for places, and where names have room. */
export class Signs {
  readonly #given: () => { atlas: Atlas; camera: Camera; names: readonly GroundName[] }

  constructor(given: () => { atlas: Atlas; camera: Camera; names: readonly GroundName[] }) {
    this.#given = given
  }

  readonly #view = $derived.by(() => this.#given().camera.view)
  #laidZoom = 0
  /** The zoom in which all is laid out: the present one, and while that moves one near to it, so that it is seldom laid out anew. */
  readonly #zoom = $derived.by(() => {
    const { zoom, isMoving } = this.#given().camera
    const ahead = zoom - this.#laidZoom
    if (!isMoving) this.#laidZoom = zoom
    else if (Math.abs(ahead) > NEAR) this.#laidZoom = zoom + Math.sign(ahead) * NEAR
    return this.#laidZoom
  })
  /** Px per metre in which all is laid out. It is scaled as a whole while the zoom moves: one thing to draw in each frame. */
  readonly laid = $derived.by(() => (this.#given().camera.isMoving ? scaleOf(this.#zoom) : this.#view.scale))
  /** Places are grouped by half steps of the zoom. */
  readonly #level = $derived.by(() => Math.round(this.#zoom * 2) / 2)
  readonly #foundFirst = $derived.by(() => {
    const { drawn, isFound } = this.#given().atlas
    return [...drawn].sort((a, b) => Number(isFound(b)) - Number(isFound(a)))
  })
  /** A sign stands for what was found; where nothing was, for all that is there. */
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
  /** A step in metres, as all is laid out: while the zoom moves, what is drawn changes as seldom as the layout. */
  readonly #wide = $derived.by(() => this.#view.width / STEPS / this.laid)
  readonly #high = $derived.by(() => this.#view.height / STEPS / this.laid)
  /** The middle of the screen, in steps, so that what is drawn seldom changes, and little at a time. */
  readonly #column = $derived.by(() =>
    Math.round((this.#view.width / 2 - this.#view.left) / this.#view.scale / this.#wide),
  )
  readonly #row = $derived.by(() =>
    Math.round((this.#view.top - this.#view.height / 2) / this.#view.scale / this.#high),
  )
  /** What stands on the screen, and around it. */
  readonly #inSight = $derived.by(() => {
    const [wide, high, column, row] = [this.#wide, this.#high, this.#column, this.#row]
    return this.#crowds.filter(
      ({ x, y }) => Math.abs(x / wide - column) < STEPS / 2 + AROUND && Math.abs(y / high - row) < STEPS / 2 + AROUND,
    )
  })
  readonly shown = $derived.by(() => this.#withChosen(this.#inSight))
  readonly #groundBoxes = $derived.by(() => [...this.moves.values()].map(({ box }) => box))
  /** Keys of the signs that tell their name. */
  readonly named = $derived.by(() =>
    this.#level >= NAMES_FROM
      ? namedOf(this.#inSight, scaleOf(this.#level), { typePx: TYPE_PX, signPx: SIGN_PX }, this.#groundBoxes)
      : NONE,
  )
  /** How far the names of the ground are moved; one without room is absent. */
  readonly moves = $derived.by(() =>
    movedNames(this.#given().names, this.#crowds, scaleOf(this.#level), { typePx: GROUND_PX, signPx: SIGN_PX }),
  )

  /** The chosen place has a sign of its own, above the others. */
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

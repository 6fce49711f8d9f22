import * as v from 'valibot'
import type { SafePath } from '../list/index.ts'

const path = v.pipe(
  v.string(),
  v.transform((text) => text as SafePath),
)
const wanted = {
  size: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]+$/)),
  algorithm: v.picklist(['md5', 'sha1', 'sha256']),
}

/** One thing to do. `fetch` makes the file equal to the list, `rename` gives it the listed spelling first. */
export const Step = v.variant('do', [
  v.object({ do: v.literal('fetch'), path, ...wanted }),
  v.object({ do: v.literal('rename'), path, from: path, ...wanted }),
  v.object({ do: v.literal('set-aside'), path }),
])
export type Step = v.InferOutput<typeof Step>

/** What a step fetches as far as the list says; a new spelling moves no bytes. */
export const bytesToFetch = (step: Step): number => (step.do === 'fetch' ? (step.size ?? 0) : 0)

/** Steps on a line: what is read of them at once. */
const STEPS_A_LINE = 200

/** Files of about one size, from 2^53 bytes on the same for all, and one more for what moves no bytes. */
const SIZES = { length: 55 }

const sizeClass = (step: Step): number =>
  step.do === 'set-aside' ? SIZES.length - 1 : Math.min(SIZES.length - 2, Math.ceil(Math.log2((step.size ?? 0) + 1)))

/**
 * What is to be done, in the order in which it is done: large files come first, so that no long one is left to run alone at the end.
 * Steps are kept as lines of JSON: there may be as many as rows of a hash list, and so many objects hold main whenever memory is tidied up.
 */
export class StepList implements Iterable<Step> {
  readonly #sizes = Array.from(SIZES, () => ({ lines: [] as string[], rest: [] as Step[] }))
  #count = 0
  #setAside = 0
  #bytes = 0

  static of(steps: Iterable<Step>): StepList {
    const list = new StepList()
    for (const step of steps) list.add(step)
    return list
  }

  add(step: Step): void {
    this.#count++
    this.#bytes += bytesToFetch(step)
    if (step.do === 'set-aside') this.#setAside++
    const same = this.#sizes[sizeClass(step)]
    if (same && same.rest.push(step) === STEPS_A_LINE) same.lines.push(lineOf(same.rest.splice(0)))
  }

  get count(): number {
    return this.#count
  }

  /** What is to be fetched, as far as the list says. */
  get bytes(): number {
    return this.#bytes
  }

  /** Whether nothing else is done than setting files aside. */
  get onlySetsAside(): boolean {
    return this.#setAside === this.#count
  }

  /** Some steps each, as JSON without brackets. */
  *lines(): Generator<string, void> {
    for (const { lines, rest } of this.#sizes.toReversed()) {
      yield* lines
      if (rest.length > 0) yield lineOf(rest)
    }
  }

  *[Symbol.iterator](): Generator<Step, void> {
    for (const line of this.lines()) yield* JSON.parse(`[${line}]`) as Step[]
  }
}

const lineOf = (steps: readonly Step[]): string => JSON.stringify(steps).slice(1, -1)

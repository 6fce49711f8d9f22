import * as v from 'valibot'
import { type Algorithm, listedFacts, type SafePath } from '../list/index.ts'

const path = v.pipe(
  v.string(),
  v.transform((text) => text as SafePath),
)

/**
 * A step. `fetch` makes the file equal to the list. `rename` first gives it the listed spelling. `set-aside` moves it to the quarantine.
 */
export const Step = v.variant('do', [
  v.object({ do: v.literal('fetch'), path, ...listedFacts }),
  v.object({ do: v.literal('rename'), path, from: path, ...listedFacts }),
  v.object({ do: v.literal('set-aside'), path }),
])
export type Step = v.InferOutput<typeof Step>

/** What the list says of a file that a step fetches. */
export interface WantedFile {
  /** Bytes; null if the list does not say. */
  size: number | null
  /** Lower-case hex. */
  hash: string
  algorithm: Algorithm
}

/** The paths that a step changes. */
export const pathsOf = (step: Step): SafePath[] => (step.do === 'rename' ? [step.path, step.from] : [step.path])

/** The bytes that a step fetches, according to the list. A rename fetches none. */
export const bytesToFetch = (step: Step): number => (step.do === 'fetch' ? (step.size ?? 0) : 0)

/** The number of steps on a line. A line is parsed at once. */
const STEPS_A_LINE = 200

/** The classes of files of about the same size. All sizes from 2^53 bytes share one class, and steps that fetch no bytes have another. */
const SIZES = { length: 55 }

const sizeClass = (step: Step): number =>
  step.do === 'set-aside' ? SIZES.length - 1 : Math.min(SIZES.length - 2, Math.ceil(Math.log2((step.size ?? 0) + 1)))

/**
 * The steps of a repair, in the order of their execution. Large files come first, so that no long one is left to run alone at the end.
 * Steps are stored as lines of JSON: there may be as many as rows in a hash list, and so many objects would block main during garbage
 * collection.
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

  /** The bytes to fetch, according to the list. */
  get bytes(): number {
    return this.#bytes
  }

  get onlySetsAside(): boolean {
    return this.#setAside === this.#count
  }

  /** Lines with several steps each, as JSON without the outer brackets. */
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

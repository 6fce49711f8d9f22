import { Failure } from '../../src-preload/contract/failure.ts'
import type { Question } from '../../src-preload/contract/player-act.ts'

export type { Question } from '../../src-preload/contract/player-act.ts'

/** `other`: the second kind of yes that some questions offer. */
export type Answer = boolean | 'other'

/**
 * Asks the player in a window of the main process, which no page can reach. Resolves to true only for a yes; an abort counts as no.
 * @throws Failure `question-open` while another question is open
 */
export type Ask = (question: Question, signal?: AbortSignal) => Promise<Answer>

/** The most files that are remembered. After that the oldest are forgotten. */
const MOST = 32

/** Files and folders that the player dropped on the window or picked. The page names them by a number. */
export class DroppedFiles {
  readonly #paths = new Map<number, string>()
  #last = 0

  /** Adds an absolute path from the system, and returns its number. An empty path gets a number too, but is not kept. */
  add(path: string): number {
    const file = ++this.#last
    if (path !== '') this.#paths.set(file, path)
    this.#paths.delete(file - MOST)
    return file
  }

  /** @throws Failure `forbidden` if there is no such file */
  readonly pathOf = (file: number): string => {
    const path = this.#paths.get(file)
    if (path === undefined) throw new Failure('forbidden', {})
    return path
  }
}

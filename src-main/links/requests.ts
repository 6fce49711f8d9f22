import { Failure } from '../../src-preload/contract/failure.ts'
import type { ShellRequest } from '../../src-preload/contract/shell.ts'
import { Emitter, topicOf } from '../lib/index.ts'

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never
export type NewRequest = WithoutId<ShellRequest>

/** Most requests that wait; the oldest are dropped, since no page seems to handle them. */
const MOST_WAITING = 20

/** Requests from outside the page (links, menus, failures) until the page has handled them. */
export class PendingRequests {
  readonly #changed = new Emitter()
  #waiting: readonly ShellRequest[] = []
  #lastId = 0

  readonly add = (request: NewRequest): void =>
    this.#become([...this.#waiting, { ...request, id: ++this.#lastId }].slice(-MOST_WAITING))

  /** Settles a request to add a community and gives its source. @throws Failure `forbidden` if it is none */
  readonly takeSource = (id: number): string => {
    const found = this.#waiting.find((request) => request.id === id)
    this.settle(id)
    if (found?.kind !== 'ask-add-community') throw new Failure('forbidden', {})
    return found.source
  }

  settle(id: number): void {
    this.#become(this.#waiting.filter((request) => request.id !== id))
  }

  /** Calls the listener at once and after every change. */
  readonly subscribe = topicOf(() => this.#waiting, this.#changed.on)

  #become(next: readonly ShellRequest[]): void {
    this.#waiting = next
    this.#changed.emit()
  }
}

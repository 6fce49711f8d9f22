import type { GameServer, ReadEndpoint } from '../../src-preload/contract/community/index.ts'
import type { Main } from '../shared/bridge/index.ts'

/** The servers to choose from. */
export class ServerChoice {
  readonly #read: ReadEndpoint
  #list = $state.raw<readonly GameServer[] | undefined>()
  #failure = $state.raw<unknown>()

  constructor(main: Main) {
    this.#read = main.community.read as ReadEndpoint
    void this.load()
  }

  get list() {
    return this.#list
  }

  get failure() {
    return this.#failure
  }

  async load(): Promise<void> {
    this.#failure = undefined
    try {
      const take = ({ value }: { value?: GameServer[] }) => (this.#list = value)
      take(await this.#read({ endpoint: 'servers', params: {} }, { onProgress: take }))
    } catch (error) {
      this.#failure = error
    }
  }
}

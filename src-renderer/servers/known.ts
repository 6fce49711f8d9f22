import * as v from 'valibot'
import { Remembered } from '#shared/remembered.svelte.ts'

/** A server that the community listed once; `profile` is the id of the community's profile. */
const Known = v.object({ profile: v.string(), id: v.number(), name: v.string() })
export type KnownServer = v.InferOutput<typeof Known>

const MOST = 100

/** The servers that were ever seen, so that one which is no longer listed can be found as archived. */
export class KnownServers {
  #kept = new Remembered<KnownServer[]>('servers.known', [], v.array(Known))

  /** Notes a community's present list. An empty one says nothing about what was retired. */
  readonly see = (profile: string, servers: readonly { id: number; name: string }[]): void => {
    const now = servers.map(({ id, name }) => ({ profile, id, name }))
    const isNow = (one: KnownServer) => one.profile === profile && now.some(({ id }) => id === one.id)
    const next = [...now, ...this.#kept.value.filter((one) => !isNow(one))].slice(0, MOST)
    if (JSON.stringify(next) !== JSON.stringify(this.#kept.value)) this.#kept.value = next
  }

  /** Those of a community that its present list does not have any more. */
  archived(profile: string, servers: readonly { id: number }[]): KnownServer[] {
    return this.#kept.value.filter((one) => one.profile === profile && !servers.some(({ id }) => id === one.id))
  }

  readonly forget = ({ profile, id }: KnownServer): void => {
    this.#kept.value = this.#kept.value.filter((one) => one.profile !== profile || one.id !== id)
  }
}

/** One for the page. */
export const knownServers = new KnownServers()

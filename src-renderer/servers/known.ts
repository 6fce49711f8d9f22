import * as v from 'valibot'
import { Remembered } from '#shared/remembered.svelte.ts'

/** A server that the community once listed. `profile`: id of the community's profile. */
const Known = v.object({ profile: v.string(), id: v.number(), name: v.string() })
export type KnownServer = v.InferOutput<typeof Known>

const MOST = 100

/** All servers that were ever listed. A server that is no longer listed is shown as archived. */
export class KnownServers {
  #kept = new Remembered<KnownServer[]>('servers.known', [], v.array(Known), 'window')

  /** Remembers a community's current list. An empty list changes nothing. */
  readonly see = (profile: string, servers: readonly { id: number; name: string }[]): void => {
    const now = servers.map(({ id, name }) => ({ profile, id, name }))
    const isNow = (one: KnownServer) => one.profile === profile && now.some(({ id }) => id === one.id)
    const next = [...now, ...this.#kept.value.filter((one) => !isNow(one))].slice(0, MOST)
    if (JSON.stringify(next) !== JSON.stringify(this.#kept.value)) this.#kept.value = next
  }

  /** The servers of a community that its current list no longer contains. */
  archived(profile: string, servers: readonly { id: number }[]): KnownServer[] {
    return this.#kept.value.filter((one) => one.profile === profile && !servers.some(({ id }) => id === one.id))
  }

  readonly forget = ({ profile, id }: KnownServer): void => {
    this.#kept.value = this.#kept.value.filter((one) => one.profile !== profile || one.id !== id)
  }
}

/** The page's only instance. */
export const knownServers = new KnownServers()

import * as v from 'valibot'
import type { RecentPlace } from '../../src-preload/contract/play.ts'
import { jsonFile } from '../lib/index.ts'

const MOST = 6

const Stored = v.array(
  v.variant('kind', [
    v.object({ kind: v.literal('server'), serverId: v.number(), name: v.string(), at: v.number() }),
    v.object({ kind: v.literal('voice'), voiceId: v.optional(v.number()), name: v.string(), at: v.number() }),
  ]),
)

/** Places last joined, newest first, kept in a file. */
export interface Recent {
  readonly list: RecentPlace[]
  add(place: RecentPlace): void
  onChange(listener: (list: RecentPlace[]) => void): () => void
}

const sameAs = (one: RecentPlace) => (other: RecentPlace) =>
  one.kind === 'server'
    ? other.kind === 'server' && one.serverId === other.serverId
    : other.kind === 'voice' && one.voiceId === other.voiceId

/** Opens the list at `path`. A disk that refuses it costs the list, nothing else; `log` hears of it. */
export function openRecent(path: string, log: (line: string, error: unknown) => void): Recent {
  const file = jsonFile(path, Stored, log)
  let list: RecentPlace[] = file.readNow()?.slice(0, MOST) ?? []
  const listeners = new Set<(list: RecentPlace[]) => void>()
  return {
    get list() {
      return list
    },
    add(place) {
      const isSame = sameAs(place)
      list = [place, ...list.filter((known) => !isSame(known))].slice(0, MOST)
      void file.keep(list)
      for (const listener of listeners) listener(list)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

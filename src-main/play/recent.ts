import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { RecentPlace } from '../../src-preload/contract/play.ts'
import { writeFileAtomic } from '../lib/index.ts'

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

function read(path: string): RecentPlace[] {
  try {
    const parsed = v.safeParse(Stored, JSON.parse(readFileSync(path, 'utf8')))
    return parsed.success ? parsed.output.slice(0, MOST) : []
  } catch {
    return [] // a convenience: what cannot be read is begun anew
  }
}

/** Opens the list at `path`. A disk that refuses it costs the list, nothing else; `log` hears of it. */
export function openRecent(path: string, log: (line: string, error: unknown) => void): Recent {
  let list = read(path)
  let writing = Promise.resolve()
  const listeners = new Set<(list: RecentPlace[]) => void>()
  return {
    get list() {
      return list
    },
    add(place) {
      const isSame = sameAs(place)
      list = [place, ...list.filter((known) => !isSame(known))].slice(0, MOST)
      const text = JSON.stringify(list)
      writing = writing.then(() => writeFileAtomic(path, text)).catch((error: unknown) => log('recent places', error))
      for (const listener of listeners) listener(list)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

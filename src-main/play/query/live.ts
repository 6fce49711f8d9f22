import type { ServerLive } from '../../../src-preload/contract/play.ts'
import pLimit from 'p-limit'
import { safeHost, safePort } from '../launch/server-fields.ts'
import type { Patience } from './answer.ts'
import type { ServerQuestions } from './thread.ts'

/** Where a server is asked. */
export interface LiveTarget {
  serverId: number
  host: string
  /** The game's port; questions go to the next one. */
  port: number
}

export interface LiveParts {
  questions: Pick<ServerQuestions, 'ask'>
  now: () => Date
  patience: Patience
  /** Questions on their way at a time; home routers lose track of many. */
  most: number
  /** An answer this young is given again. */
  freshMs: number
}

/** Asks servers what they say themselves. */
export interface LiveServers {
  ask(targets: readonly LiveTarget[]): Promise<ServerLive[]>
  /** The last thing heard of a server, at most this old. */
  last(serverId: number, maxAgeMs: number): ServerLive | undefined
}

/** Keeps answers for a moment, and one question per server at a time. */
export function liveServers({ questions, now, patience, most, freshMs }: LiveParts): LiveServers {
  const inTurn = pLimit(most)
  const heard = new Map<number, ServerLive>()
  const asking = new Map<string, Promise<ServerLive>>()

  const askOne = async ({ serverId, host, port }: LiveTarget): Promise<ServerLive> => {
    const info = await inTurn(async () => {
      try {
        return await questions.ask(safeHost(host), safePort(port + 1), patience)
      } catch {
        return undefined // an address that is none
      }
    })
    const at = now().getTime()
    const live: ServerLive = info ? { serverId, answered: true, at, ...info } : { serverId, answered: false, at }
    heard.set(serverId, live)
    return live
  }
  const one = (target: LiveTarget): Promise<ServerLive> => {
    const known = heard.get(target.serverId)
    if (known && now().getTime() - known.at < freshMs) return Promise.resolve(known)
    const key = `${target.serverId} ${target.host} ${target.port}`
    let question = asking.get(key)
    if (!question) {
      question = askOne(target).finally(() => asking.delete(key))
      asking.set(key, question)
    }
    return question
  }
  return {
    ask: (targets) => Promise.all(targets.map(one)),
    last(serverId, maxAgeMs) {
      const known = heard.get(serverId)
      return known && now().getTime() - known.at <= maxAgeMs ? known : undefined
    },
  }
}

import { joinLink } from '../../src-preload/contract/join-link.ts'
import type { RecentPlace } from '../../src-preload/contract/play.ts'
import { after, withoutHidden } from '../lib/index.ts'
import type { DiscordActivity, Discord } from './discord.ts'
import type { GameWatch } from './game-watch.ts'
import type { PlayPorts } from './ports.ts'

export interface PresenceParts {
  discord: Pick<Discord, 'show' | 'hide'>
  game: Pick<GameWatch, 'state' | 'onChange' | 'timeoutMs'>
  recent: { list: readonly RecentPlace[] }
  servers: PlayPorts['servers']
  community: string
  /** The community's https page, which carries the invitation, because Discord accepts no other links. */
  page: string | undefined
  isWanted(): boolean
}

/** Interval of tries to reach Discord, and of updates of the number of players. */
const TICK_MS = 60_000
/** Age limit of the list of servers. It is high because the app is quiet while the game runs. */
const LIST_MAX_AGE_MS = 300_000
const LONGEST_TEXT = 128
const LONGEST_LABEL = 32

const fit = (text: string, longest = LONGEST_TEXT) => [...withoutHidden(text)].slice(0, longest).join('').trim()

/** The server whose join started the running game. */
function joinedServer({ game: { state, timeoutMs }, recent }: PresenceParts) {
  const place = recent.list.find(({ kind }) => kind !== 'voice')
  if (!state.running || place?.kind !== 'server') return undefined
  const startedAgo = state.since - place.at
  return startedAgo >= 0 && startedAgo <= timeoutMs ? { ...place, since: state.since } : undefined
}

function withInvite(page: string, serverId: number): string {
  const url = new URL(page)
  url.hash = joinLink(serverId)
  return url.href
}

async function activityOf(
  { serverId, name, since }: NonNullable<ReturnType<typeof joinedServer>>,
  { servers, community, page }: PresenceParts,
): Promise<DiscordActivity> {
  const list = await servers(LIST_MAX_AGE_MS).then(
    (found) => found.list,
    () => [],
  )
  const { slots = null, playerCount = null } = list.find(({ id }) => id === serverId) ?? {}
  return {
    details: fit(name),
    state: fit(community),
    timestamps: { start: since },
    ...(slots !== null && playerCount !== null && slots >= playerCount
      ? { party: { id: `server-${serverId}`, size: [Math.max(1, playerCount), Math.max(1, slots)] } }
      : {}),
    ...(page ? { buttons: [{ label: fit(community, LONGEST_LABEL), url: withInvite(page, serverId) }] } : {}),
  }
}

/** Shows the player's server in their Discord profile while they want that. Call `look` after a change. */
export function keepPresence(parts: PresenceParts): { look: () => void; close: () => void } {
  let cancel: () => void = () => undefined
  let isClosed = false
  const wanted = () => (!isClosed && parts.isWanted() ? joinedServer(parts) : undefined)
  const look = () => {
    cancel()
    const joined = wanted()
    if (!joined) return parts.discord.hide()
    cancel = after(TICK_MS, look)
    void activityOf(joined, parts).then((activity) => wanted() && parts.discord.show(activity))
  }
  const leave = parts.game.onChange(look)
  look()
  return {
    look,
    close() {
      isClosed = true
      leave()
      cancel()
      parts.discord.hide()
    },
  }
}

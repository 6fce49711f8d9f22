import type { CommunityService } from '../community/index.ts'
import { oneFlight } from '../lib/index.ts'
import type { ListVersion } from '../mods/index.ts'
import { compareNews, type KnownNews, listNotice, type OwnMod, type ServiceNews, type WatchList } from './news.ts'
import type { Notice } from './notice.ts'
import type { KnownNewsFile } from './stored.ts'

export interface ListWatcherNeeds {
  /** Reads the service's lists. Parts that the player does not watch need not be read. */
  read: (parts: { servers: boolean; market: boolean }) => Promise<ServiceNews>
  wanted: () => WatchList
  ownMods: () => readonly OwnMod[]
  /** True if a mod's list has changed since its files were right. */
  isOutdated: (modId: number) => boolean
  /** Reads the list of mods, and then the hash lists of the player's mods, which are large. `listRead` gets their versions. */
  readMods: () => Promise<void>
  /** True if the service did not answer when the list of mods was last read, as right after a sleep. */
  isModsListOld: () => boolean
  file: KnownNewsFile
  post: (notice: Notice) => void
  now: () => Date
}

/** Watches the service's lists (news, servers, prices, hash lists) for news that the player wants. */
export class ListWatcher {
  readonly #needs: ListWatcherNeeds
  #known: KnownNews

  constructor(needs: ListWatcherNeeds) {
    this.#needs = needs
    this.#known = needs.file.read()
  }

  /** Reads news, servers with favourites and friends, and watched prices; also the mods if that may bring something new. One at a time. */
  readonly look = oneFlight(async (): Promise<void> => {
    const { wanted, read, readMods, isModsListOld, post, now } = this.#needs
    const { favourites, friends, alerts } = wanted()
    const news = await read({ servers: favourites.length + friends.length > 0, market: alerts.length > 0 })
    const { known, notices } = compareNews(this.#known, news, wanted(), now().getTime())
    this.#keep(known)
    notices.forEach(post)
    const isNew = (id: number) => notices.some(({ key }) => key === `changelog:${id}`)
    const hasNewMods = news.changelogs?.some(({ id, mod }) => mod.length > 0 && isNew(id))
    if (hasNewMods || isModsListOld()) await readMods()
  })

  /** Takes the version of a hash list that was just read. The list of a new mod is only learnt. */
  readonly listRead = ({ modId, version }: ListVersion): void => {
    const { ownMods, isOutdated, post } = this.#needs
    const own = ownMods().find(({ id }) => id === modId)
    const before = this.#known.lists[modId]
    if (!own || before === version) return
    this.learn({ modId, version })
    if (before !== undefined && isOutdated(modId)) post(listNotice(own, version)) // the list may be the former one again
  }

  /** Learns a list that a check has just used, so that it is no longer news. */
  readonly learn = ({ modId, version }: ListVersion): void =>
    this.#keep({ ...this.#known, lists: { ...this.#known.lists, [modId]: version } })

  /** Learns that the player was already notified that a server is back: a wait for it has ended. */
  readonly learnOnline = (serverId: number): void =>
    this.#keep({ ...this.#known, offline: this.#known.offline.filter((id) => id !== serverId) })

  #keep(known: KnownNews): void {
    this.#known = known
    this.#needs.file.keep(known)
  }
}

/** The present answer. A failed reading is undefined, so that it does not stop the others; so is a copy, which may be days old. */
const orNothing = <T>(reading: Promise<{ value?: T; source: string }>): Promise<T | undefined> =>
  reading.then(
    ({ value, source }) => (source === 'live' ? value : undefined),
    () => undefined,
  )

/** Reads the service's news with `read`. */
export const newsFrom =
  (read: CommunityService['read']): ListWatcherNeeds['read'] =>
  async (parts) => {
    const [launcher, changelogs, servers, markets] = await Promise.all([
      orNothing(read('notification', {})),
      orNothing(read('changelog', {})),
      parts.servers ? orNothing(read('servers', {})) : undefined,
      parts.market ? orNothing(read('marketAll', {})) : undefined,
    ])
    return { launcher, changelogs, servers, markets }
  }

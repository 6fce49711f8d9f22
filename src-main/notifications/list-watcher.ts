import type { ListVersion } from '../mods/index.ts'
import { compareLists, compareNews, type KnownNews, type OwnMod, type ServiceNews, type WatchList } from './news.ts'
import type { Notice } from './notice.ts'
import type { KnownNewsFile } from './stored.ts'

export interface ListWatcherNeeds {
  /** Reads the service's lists. Parts that the player does not watch need not be read. */
  read: (parts: { servers: boolean; market: boolean }) => Promise<ServiceNews>
  wanted: () => WatchList
  /** The mods whose files were checked here. */
  ownMods: () => readonly OwnMod[]
  /** The present version of a mod's hash list; undefined if it cannot be read or trusted. */
  listVersion: (modId: number) => Promise<string | undefined>
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

  /** Reads news, servers with favourites and friends, and watched prices. */
  readonly look = async (): Promise<void> => {
    const { wanted, read, post, now } = this.#needs
    const wishes = wanted()
    const { favourites, friends, alerts } = wishes
    const news = await read({ servers: favourites.length + friends.length > 0, market: alerts.length > 0 })
    const { known, notices } = compareNews(this.#known, news, wishes, now().getTime())
    this.#keep(known)
    notices.forEach(post)
    const isNew = (id: number) => notices.some(({ key }) => key === `changelog:${id}`)
    if (news.changelogs?.some(({ id, mod }) => mod.length > 0 && isNew(id))) await this.lookAtMods()
  }

  /** Reads the hash lists of the player's mods, which are large. */
  readonly lookAtMods = async (): Promise<void> => {
    const { ownMods, listVersion, post } = this.#needs
    const lists: (OwnMod & { version: string })[] = []
    for (const { id, name } of ownMods()) {
      const version = await listVersion(id)
      if (version !== undefined) lists.push({ id, name, version })
    }
    const { known, notices } = compareLists(this.#known.lists, lists)
    this.#keep({ ...this.#known, lists: known })
    notices.forEach(post)
  }

  /** Learns a list that a check has just used, so that it is no longer news. */
  readonly learn = ({ modId, version }: ListVersion): void =>
    this.#keep({ ...this.#known, lists: { ...this.#known.lists, [modId]: version } })

  #keep(known: KnownNews): void {
    this.#known = known
    this.#needs.file.keep(known)
  }
}

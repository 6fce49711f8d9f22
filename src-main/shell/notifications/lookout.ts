import type { CheckedList } from '../../mods/index.ts'
import { compareLists, type OwnMod } from './mod-lists.ts'
import type { Notice } from './notice.ts'
import { compare, type Known, type Told, type Wanted } from './watch.ts'

export interface LookoutNeeds {
  /** What the service tells now, part by part; parts that nobody waits for need not be asked for. */
  ask: (parts: { servers: boolean; market: boolean }) => Promise<Told>
  wanted: () => Wanted
  /** The mods whose files were checked here. */
  ownMods: () => readonly OwnMod[]
  /** Names a mod's list as it is now; nothing where it cannot be had or is not to be trusted. */
  versionOf: (modId: number) => Promise<string | undefined>
  known: Known
  keep: (known: Known) => void
  post: (notice: Notice) => void
  now: () => Date
}

/** Looks whether something happened that the player wants to hear of. */
export interface Lookout {
  /** Asks for news, favourite servers and watched prices. */
  look(): Promise<void>
  /** Asks for the lists of the player's mods, which are large. */
  lookAtMods(): Promise<void>
  /** A list that the player's own check has just used is no news any more. */
  learn(list: CheckedList): void
}

/** Makes a lookout; it looks when it is told to, one look at a time. */
export function createLookout(needs: LookoutNeeds): Lookout {
  let { known } = needs
  const become = (next: Known) => {
    known = next
    needs.keep(known)
  }
  const lookAtMods = async () => {
    const before = known.lists
    const lists: (OwnMod & { version: string })[] = []
    for (const { id, name } of needs.ownMods()) {
      const version = await needs.versionOf(id)
      if (version !== undefined) lists.push({ id, name, version })
    }
    const after = compareLists(before, lists)
    become({ ...known, lists: after.known })
    after.notices.forEach(needs.post)
  }
  return {
    async look() {
      const wanted = needs.wanted()
      const told = await needs.ask({ servers: wanted.favourites.length > 0, market: wanted.alerts.length > 0 })
      const after = compare(known, told, wanted, needs.now().getTime())
      become(after.known)
      after.notices.forEach(needs.post)
      const isNew = (id: number) => after.notices.some(({ key }) => key === `changelog:${id}`)
      if (told.changelogs?.some(({ id, mod }) => mod.length > 0 && isNew(id))) await lookAtMods()
    },
    lookAtMods,
    learn: ({ modId, version }) => become({ ...known, lists: { ...known.lists, [modId]: version } }),
  }
}

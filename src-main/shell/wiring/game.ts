import type { Failure } from '../../../src-preload/contract/failure.ts'
import type { OpenPart } from './parts.ts'
import type { openMods } from './mods.ts'
import type { openPlay } from './play.ts'
import type { openRepair } from './repair.ts'

type Mods = Awaited<ReturnType<typeof openMods>>
type Play = ReturnType<typeof openPlay>
type Repair = ReturnType<typeof openRepair>

/** What other modules may ask of the mods, whether they could be opened or not. */
export type AnyMods = Pick<Mods, 'forPlay' | 'forNotifications' | 'isBusy' | 'onBusy'>

/** What other modules may ask of play, whether it could be opened or not. */
export interface AnyPlay {
  playing: Play['play']['playing']
  recent: Pick<Play['play']['recent'], 'list' | 'onChange'>
  voice: Pick<Play['play']['voice'], 'open'>
  onEntered: Play['play']['onEntered']
}

/** How each of the game's services is opened. */
export interface GameOpeners {
  mods: () => Promise<Mods>
  play: (mods: AnyMods['forPlay'] & Pick<Repair, 'bringUp'>) => Play
  repair: (mods: Mods, play: Play) => Repair
}

const neverChanges = () => () => undefined

/** Mods that could not be opened: nothing is known of them, and a check fails with the reason. */
const noMods = (why: Failure): AnyMods => ({
  forPlay: {
    checkMod: () => Promise.reject(why),
    lastCheck: () => undefined,
    modFolder: () => undefined,
    modsDir: () => undefined,
    modListing: () => Promise.reject(why),
  },
  forNotifications: {
    own: () => [],
    listVersion: () => Promise.resolve(undefined),
    onListChecked: neverChanges,
    isReady: () => false,
    onUpdates: neverChanges,
    onChange: neverChanges,
  },
  isBusy: () => false,
  onBusy: neverChanges,
})

/** Play that could not be opened. */
const noPlay = (why: Failure): AnyPlay => ({
  playing: { now: false, onChange: neverChanges },
  recent: { list: [], onChange: neverChanges },
  voice: { open: () => Promise.reject(why) },
  onEntered: neverChanges,
})

/**
 * Opens mods, play and repair. Play works without mods. Repair needs both: it writes mods' files and must know whether the game runs.
 * Unfinished repairs are found before anything is checked or started.
 */
export function openGame(part: OpenPart, open: GameOpeners) {
  const mods = part('mods', open.mods)
  const anyMods: Promise<AnyMods> = mods.catch(noMods)
  const bringUp: Repair['bringUp'] = async (modId, signal) => (await repair).bringUp(modId, signal)
  const play = part('play', async () => open.play({ ...(await anyMods).forPlay, bringUp }))
  const anyPlay: Promise<AnyPlay> = play.then((opened) => opened.play, noPlay)
  const repair = part('repair', async () => {
    const [openMods, openPlay] = await Promise.all([mods, play])
    openMods.giveWayTo(openPlay.play.playing)
    return open.repair(openMods, openPlay)
  })
  const recovered = part('repair', async () => (await repair).recover()).catch(() => undefined)
  const after = async <T>(service: Promise<T>): Promise<T> => {
    await recovered
    return service
  }
  return {
    /** What there is of mods and play. */
    any: Promise.all([anyMods, anyPlay]).then(([ofMods, ofPlay]) => ({ mods: ofMods, play: ofPlay })),
    openings: {
      mods: async () => (await after(mods)).handlers,
      repair: async () => (await after(repair)).handlers,
      play: async () => (await after(play)).handlers,
    },
  }
}

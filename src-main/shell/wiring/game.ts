import type { Failure } from '../../../src-preload/contract/failure.ts'
import type { ModsService } from '../../mods/index.ts'
import type { OpenPart } from './parts.ts'
import type { openMods } from './mods.ts'
import type { openPlay } from './play.ts'
import type { openRepair } from './repair.ts'

type OpenedMods = Awaited<ReturnType<typeof openMods>>
type OpenedPlay = ReturnType<typeof openPlay>
type OpenedRepair = ReturnType<typeof openRepair>

/** The part of mods that exists even if mods could not be opened. */
export interface AnyMods extends Pick<OpenedMods, 'forPlay'> {
  service: Pick<ModsService, 'installed' | 'isReady' | 'onChange' | 'onListChecked' | 'refresh'> & {
    lists: Pick<ModsService['lists'], 'newVersion' | 'onRead' | 'onUpdates'>
  }
}

/** The part of play that exists even if play could not be opened. */
export interface AnyPlay {
  game: Pick<OpenedPlay['play']['game'], 'playing'>
  recent: Pick<OpenedPlay['play']['recent'], 'list' | 'onChange'>
  voice: Pick<OpenedPlay['play']['voice'], 'open'>
  onEntered: OpenedPlay['play']['onEntered']
}

export interface GameOpeners {
  mods: () => Promise<OpenedMods>
  play: (mods: AnyMods['forPlay'] & Pick<OpenedRepair, 'bringUp'>) => OpenedPlay
  repair: (mods: OpenedMods, play: OpenedPlay) => OpenedRepair
}

const neverChanges = () => () => undefined

/** Stands for mods that could not be opened: nothing is known of them, and a check fails with the reason. */
const noMods = (why: Failure): AnyMods => ({
  forPlay: {
    checkMod: () => Promise.reject(why),
    lastCheck: () => undefined,
    mods: () => Promise.reject(why),
    modFolder: () => undefined,
    modsDir: () => undefined,
    signatureFaults: () => Promise.reject(why),
  },
  service: {
    installed: () => [],
    isReady: () => false,
    onChange: neverChanges,
    onListChecked: neverChanges,
    refresh: () => Promise.resolve(),
    lists: { newVersion: () => undefined, onRead: neverChanges, onUpdates: neverChanges },
  },
})

/** Stands for play that could not be opened. */
const noPlay = (why: Failure): AnyPlay => ({
  game: { playing: { now: false, onChange: neverChanges } },
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
  const bringUp: OpenedRepair['bringUp'] = async (modIds, signal) => (await repair).bringUp(modIds, signal)
  const play = part('play', async () => open.play({ ...(await anyMods).forPlay, bringUp }))
  const anyPlay: Promise<AnyPlay> = play.then((opened) => opened.play, noPlay)
  const repair = part('repair', async () => {
    const [openMods, openPlay] = await Promise.all([mods, play])
    openMods.giveWayTo(openPlay.play.game.playing)
    return open.repair(openMods, openPlay)
  })
  const recovered = part('repair', async () => (await repair).recover()).catch(() => undefined)
  const after = async <T>(service: Promise<T>): Promise<T> => {
    await recovered
    return service
  }
  return {
    /** Mods and play, opened or not. */
    any: Promise.all([anyMods, anyPlay]).then(([ofMods, ofPlay]) => ({ mods: ofMods, play: ofPlay })),
    openings: {
      mods: async () => (await after(mods)).handlers,
      repair: async () => (await after(repair)).handlers,
      play: async () => (await after(play)).handlers,
    },
  }
}

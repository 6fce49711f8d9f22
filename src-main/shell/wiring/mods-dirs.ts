// Tested in Electron: mods.spec.ts
import { relative } from 'node:path'
import { Failure } from '../../../src-preload/contract/failure.ts'
import type { MoveNeeds } from '../../mods/repair/index.ts'
import type { PlayService } from '../../play/index.ts'
import type { AppContext } from '../context.ts'

type Context = Pick<AppContext, 'settings' | 'profile' | 'demoGameDir'>

/** The folder of the present community's mods. */
export const modsDirOf = ({ settings: { settings }, profile: { id }, demoGameDir }: Context): string | undefined =>
  settings.modsDirs[id] ?? settings.gameDirs[id] ?? demoGameDir

/** Reads and changes the mods' folder in the settings. */
export function modsDirs(
  { settings, profile: { id }, demoGameDir }: Context,
  { place }: Pick<PlayService['installs'], 'place'>,
): MoveNeeds['dirs'] {
  return {
    get gameDir() {
      return settings.settings.gameDirs[id] ?? demoGameDir
    },
    get modsDir() {
      return settings.settings.modsDirs[id]
    },
    use(modsDir) {
      const { [id]: _old, ...others } = settings.settings.modsDirs
      settings.change({ modsDirs: modsDir === undefined ? others : { ...others, [id]: modsDir } })
    },
    isShared(dir) {
      const { gameDirs, modsDirs: moved } = settings.settings
      return Object.entries({ ...gameDirs, ...moved }).some(([other, at]) => other !== id && relative(at, dir) === '')
    },
    async accept(dir) {
      const { real, refusal } = await place(dir)
      if (!refusal) return real
      const why = refusal === 'no-program' || refusal === 'unknown' ? 'gone' : refusal
      throw new Failure('mods-move-refused', { folder: dir, why, name: '' })
    },
  }
}

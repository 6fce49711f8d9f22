// Tested in Electron: mods.spec.ts
import { relative } from 'node:path'
import { Failure } from '../../../src-preload/contract/failure.ts'
import type { MoveNeeds } from '../../mods/repair/index.ts'
import type { PlayService } from '../../play/index.ts'
import type { AppContext } from '../context.ts'

type Context = Pick<AppContext, 'settings' | 'own' | 'profile' | 'demoGameDir'>

/** The folder of the present community's mods. */
export const modsDirOf = ({ own, demoGameDir }: Context): string | undefined =>
  own.get('modsDirs') ?? own.get('gameDirs') ?? demoGameDir

/** Reads and changes the mods' folder in the settings. */
export function modsDirs(
  { settings, own, profile: { id }, demoGameDir }: Context,
  { place }: Pick<PlayService['installs'], 'place'>,
): MoveNeeds['dirs'] {
  return {
    get gameDir() {
      return own.get('gameDirs') ?? demoGameDir
    },
    get modsDir() {
      return own.get('modsDirs')
    },
    use: (modsDir) => own.change({ modsDirs: modsDir }),
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

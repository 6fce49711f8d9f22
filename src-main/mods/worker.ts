/** The worker that checks mods (`methods.ts`). */
import { serveMods } from './methods.ts'

// Otherwise Electron treats a mod's *.asar file as a folder.
Object.assign(process, { noAsar: true })
serveMods()

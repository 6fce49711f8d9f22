import { openMover } from './move-setup.ts'

/** Moves mods to a folder, or goes on with it. Made to be killed. */
const [, , dataDir = '', gameDir = '', to = ''] = process.argv
const { mover, modsDir } = openMover(dataDir, gameDir)
await mover.goOn()
if (modsDir() === undefined) await mover.begin(to)
await mover.goOn()
if (mover.place.move) throw new Error(JSON.stringify(mover.place.move))

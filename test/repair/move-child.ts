import { farDisk, openMover } from './move-setup.ts'
import { realDisk } from './real-disk.ts'

/** Moves mods to a folder, or goes on with it. Made to be killed. */
const [, , dataDir = '', gameDir = '', to = '', how = ''] = process.argv
const { mover, modsDir } = openMover(dataDir, gameDir, { disk: how === 'near' ? realDisk : farDisk })
await mover.goOn()
if (modsDir() === undefined) await mover.begin(to)
await mover.goOn()
if (mover.place.move) throw new Error(JSON.stringify(mover.place.move))

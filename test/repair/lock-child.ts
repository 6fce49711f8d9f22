import { lockMod } from '../../src-main/mods/repair/mod-lock.ts'

/** Takes a mod and keeps it until it is killed. */
const [, , gameDir = '', modFolder = ''] = process.argv
const free = await lockMod(gameDir, modFolder)
if (!free) throw new Error('not free')
setInterval(() => undefined, 1 << 30)
process.stdout.write('taken\n')

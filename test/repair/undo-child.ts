import { digestHere } from './digest-here.ts'
import { realClock } from '../../src-main/mods/repair/index.ts'
import { realDisk } from './real-disk.ts'
import { undo } from '../../src-main/mods/repair/undo.ts'

// Undoes a whole session of a game folder, and tells how many files came back.
const [gameDir = '', session = ''] = process.argv.slice(2)
const { signal } = new AbortController()
const given = { disk: realDisk, digestOf: digestHere, clock: realClock }
const tools = { ...given, lockedForMs: 50, whoHolds: () => Promise.resolve(null), signal }
const restored = await undo(session, null, { gameDir, tools, now: new Date() })
process.stdout.write(JSON.stringify({ restored }))

import { openOwnDisk, realClock } from '../../src-main/mods/repair/index.ts'
import { undo } from '../../src-main/mods/repair/undo.ts'
import { digestHere } from './digest-here.ts'

// Undoes a whole session of a game folder, as the player of this home, and tells what came back and what did not.
const [gameDir = '', session = ''] = process.argv.slice(2)
const { signal } = new AbortController()
const given = { disk: openOwnDisk(process.env), digestOf: digestHere, clock: realClock }
const tools = { ...given, lockedForMs: 50, whoHolds: () => Promise.resolve(null), signal }
const restored = await undo(session, null, { gameDir, tools, now: new Date() })
// a kill may come before a session is written: it has done nothing then
process.stdout.write(JSON.stringify(restored ?? { restored: 0, left: [] }))

import { realDisk } from '../../src-main/mods/repair/disk.ts'
import { realClock } from '../../src-main/mods/index.ts'
import { undo } from '../../src-main/mods/repair/undo.ts'

// Undoes a whole session of a game folder, and tells how many files came back.
const [gameDir = '', session = ''] = process.argv.slice(2)
const { signal } = new AbortController()
const patience = { clock: realClock, lockedForMs: 50, whoHolds: () => Promise.resolve(null), signal }
const restored = await undo(session, null, { disk: realDisk, gameDir, patience, now: new Date() })
process.stdout.write(JSON.stringify({ restored }))

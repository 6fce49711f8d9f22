import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempDir } from './temp.ts'

/** The environment for a profile whose game has a process name that no other process on this computer has. */
export function ownGame(): { LOADOUT_COMMUNITY: string } {
  const names = [`game-${randomBytes(6).toString('hex')}.exe`]
  const game = { processes: { linux: names, win32: names, darwin: names } }
  const path = join(tempDir(), 'profile.json')
  writeFileSync(path, JSON.stringify({ id: 'own-game', name: 'Own game', baseUrl: 'http://127.0.0.1:9', game }))
  return { LOADOUT_COMMUNITY: path }
}

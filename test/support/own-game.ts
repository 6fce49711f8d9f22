import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempDir } from './temp.ts'

/** A profile whose game no other process of this computer is taken for, in an environment that names it. */
export function ownGame(): { LOADOUT_COMMUNITY: string } {
  const names = [`game-${randomBytes(6).toString('hex')}.exe`]
  const game = { processes: { linux: names, win32: names, darwin: names } }
  const path = join(tempDir(), 'profile.json')
  writeFileSync(path, JSON.stringify({ id: 'own-game', name: 'Own game', baseUrl: 'http://127.0.0.1:9', game }))
  return { LOADOUT_COMMUNITY: path }
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDisk } from '../../src-main/mods/repair/disk.ts'
import { ownDataDir } from '../../src-main/mods/repair/session-key.ts'

const key = Buffer.alloc(32, 7)

/** The real disk of one player: all test programs are theirs. */
export const realDisk = openDisk(key)

/** Makes a home folder that player's: what the command line does there is theirs, too. */
export function giveKey(home: string): void {
  const dir = ownDataDir({ LOCALAPPDATA: home }, home)
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'session-key'), key)
}

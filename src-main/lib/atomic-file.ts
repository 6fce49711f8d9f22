import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { errnoOf } from './errno.ts'
import { makeFolder } from './make-folder.ts'

/** What Windows answers while a scanner or an indexer has one of the two files open. It lets go soon. */
const HELD = ['EACCES', 'EBUSY', 'EPERM']
const LONGEST_PAUSE_MS = 500

/** Puts a file in the place of another; `patient` where that may be held for a moment. @throws an errno error */
export async function renameOver(from: string, to: string, patient = process.platform === 'win32'): Promise<void> {
  for (let pause = 5; ; pause *= 2)
    try {
      return await rename(from, to)
    } catch (error) {
      const isHeld = patient && HELD.includes(errnoOf(error))
      if (!isHeld || pause > LONGEST_PAUSE_MS) throw error
      await delay(pause)
    }
}

const partOf = (path: string): string => `${path}.${randomBytes(6).toString('hex')}.tmp`

/** Writes a file so that a reader or a crash sees the old or the new content, never a part: temp file beside it, fsync, rename. */
export async function writeFileAtomic(path: string, data: string | Uint8Array): Promise<void> {
  await makeFolder(dirname(path))
  const part = partOf(path)
  try {
    const handle = await open(part, 'wx')
    try {
      await handle.writeFile(data)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await renameOver(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** The same at once, for the little that is written while the app ends. Not patient: nothing else could happen meanwhile. */
export function writeFileAtomicSync(path: string, data: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  const part = partOf(path)
  try {
    const handle = openSync(part, 'wx')
    try {
      writeFileSync(handle, data)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from './make-folder.ts'

/** Writes a file so that a reader or a crash sees the old or the new content, never a part: temp file beside it, fsync, rename. */
export async function writeFileAtomic(path: string, data: string | Uint8Array): Promise<void> {
  await makeFolder(dirname(path))
  const part = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const handle = await open(part, 'wx')
    try {
      await handle.writeFile(data)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

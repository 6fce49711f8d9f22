import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errnoOf } from './errno.ts'

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/**
 * Makes a folder and what is missing above it. Node's own `recursive` never comes back where a folder that is there
 * answers ENOENT, as /proc does.
 * @throws an errno error
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    return await mkdir(path)
  } catch (error) {
    if (await isFolder(path)) return
    const above = dirname(path)
    if (errnoOf(error) !== 'ENOENT' || above === path || (await isFolder(above))) throw error
    await makeFolder(above)
  }
  await mkdir(path).catch(async (error: unknown) => {
    if (!(await isFolder(path))) throw error // else another was quicker
  })
}

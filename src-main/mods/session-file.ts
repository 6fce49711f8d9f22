import { randomBytes } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * The file that a run writes its session to, its alone: two runs that check the same mod at the same time must not write
 * into each other's. What an interrupted run leaves is taken over by renaming it, which only one of two can.
 */
export interface SessionFile {
  /** Absolute; may not exist yet. */
  readonly path: string
  /** Leaves the file for the next run. */
  leave(): Promise<void>
  remove(): Promise<void>
}

/** Files of runs in this very process. */
const mine = new Set<string>()

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Paths of the sessions that no run holds: what was left, and what belongs to a process that is no more. */
async function abandoned(base: string): Promise<string[]> {
  const folder = dirname(base)
  const start = `${basename(base)}.`
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => {
      if (!name.startsWith(start) || !name.endsWith('.session')) return false
      const pid = Number(/\.(\d+)-[0-9a-f]+\.session$/.exec(name)?.[1])
      return Number.isNaN(pid) || (pid === process.pid ? !mine.has(join(folder, name)) : !isRunning(pid))
    })
    .map((name) => join(folder, name))
}

/** Whether there may be a session to go on with. Takes nothing over. */
export const hasSession = async (base: string): Promise<boolean> => (await abandoned(base)).length > 0

/**
 * Takes over what an earlier run left.
 * @param base absolute path without an ending
 * @param read what the session at a path holds, or undefined if it is of no use: then it is removed
 */
export async function claimSession<T>(
  base: string,
  read: (path: string) => Promise<T | undefined>,
): Promise<{ file: SessionFile; found: T | undefined }> {
  const path = `${base}.${process.pid}-${randomBytes(4).toString('hex')}.session`
  mine.add(path)
  let found: T | undefined
  for (const other of await abandoned(base)) {
    const taken =
      found === undefined &&
      (await rename(other, path).then(
        () => true,
        () => false,
      ))
    if (taken) found = await read(path)
    if (taken && found === undefined) await rm(path, { force: true }).catch(() => undefined)
  }
  const file: SessionFile = {
    path,
    async leave() {
      await rename(path, `${base}.session`).catch(() => undefined) // nothing was written
      mine.delete(path)
    },
    async remove() {
      await rm(path, { force: true }).catch(() => undefined)
      mine.delete(path)
    },
  }
  return { file, found }
}

import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { plainFs } from '../../lib/index.ts'
import { whoHoldsOnWindows } from './who-holds-windows.ts'

const orNothing = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined)

/** Names a program that has the file open: Linux tells by `/proc`, Windows by its Restart Manager; null where nobody tells. */
export const whoHolds = (path: string): Promise<string | null> =>
  process.platform === 'win32' ? whoHoldsOnWindows(path) : whoHoldsByProc(path)

/** Names a program of this player that has the file open. @param proc the folder to look in */
export async function whoHoldsByProc(path: string, proc = '/proc'): Promise<string | null> {
  const real = (await orNothing(plainFs.promises.realpath(path))) ?? path
  const pids = ((await orNothing(readdir(proc))) ?? []).filter((name) => /^\d+$/.test(name))
  for (const pid of pids) {
    if (Number(pid) === process.pid) continue
    const held = await orNothing(readdir(join(proc, pid, 'fd')))
    for (const fd of held ?? [])
      if ((await orNothing(readlink(join(proc, pid, 'fd', fd)))) === real) return nameOf(proc, pid)
    const isProgram = (await orNothing(readlink(join(proc, pid, 'exe')))) === real
    if (isProgram) return nameOf(proc, pid)
  }
  return null
}

async function nameOf(proc: string, pid: string): Promise<string | null> {
  const name = await orNothing(readFile(join(proc, pid, 'comm'), 'utf8'))
  return name?.trim() ?? null
}

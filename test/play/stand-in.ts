import { watch } from 'node:fs'
import { chmod, copyFile, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { onTestFinished } from 'vitest'

/** What a stand-in program saw when it was started. */
export interface Seen {
  args: string[]
  cwd: string
  env: Record<string, string>
  pid: number
  /** The whole line, on Windows, where a program splits it by itself. */
  line?: string
}

/** On Windows, which starts no scripts: the stand-in that the lane has compiled (scripts/windows). */
const compiled = process.env.LOADOUT_STAND_IN

/** Whether programs can stand in for the game here. */
export const canStandIn = process.platform !== 'win32' || compiled !== undefined

/**
 * Writes a real program that notes what it was given beside itself (`NAME.seen.json`) and ends, or stays until it is ended
 * when `stays`.
 */
export async function standIn(
  path: string,
  { stays = false } = {},
): Promise<{ seen: () => Promise<Seen>; path: string }> {
  const note = `${path}.seen.json`
  if (compiled) {
    await copyFile(compiled, path)
    if (stays) await writeFile(`${path}.stays`, '')
  } else await writeScript(path, note, stays)
  const seen = async () => JSON.parse(await appears(note)) as Seen
  if (stays)
    onTestFinished(async () => {
      const { pid } = JSON.parse(await readFile(note, 'utf8').catch(() => '{}')) as Partial<Seen>
      if (pid !== undefined && (await isStill(pid, path))) end(pid)
    })
  return { seen, path }
}

/** Whether this is still the stand-in's process: one that has ended has left its number to others. */
const isStill = async (pid: number, path: string): Promise<boolean> =>
  process.platform === 'win32' ||
  (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0').includes(path)

function end(pid: number): void {
  try {
    process.kill(pid)
  } catch {
    // it has ended
  }
}

async function writeScript(path: string, note: string, stays: boolean): Promise<void> {
  const script = `#!${process.execPath}
const fs = require('node:fs')
const seen = { args: process.argv.slice(2), cwd: process.cwd(), env: process.env, pid: process.pid }
fs.writeFileSync(${JSON.stringify(`${note}.part`)}, JSON.stringify(seen))
fs.renameSync(${JSON.stringify(`${note}.part`)}, ${JSON.stringify(note)})
${stays ? 'setInterval(() => {}, 1000)' : ''}
`
  await writeFile(path, script)
  await chmod(path, 0o755)
}

/** The content of a file, as soon as it is there. */
export async function appears(path: string): Promise<string> {
  const watcher = watch(dirname(path))
  try {
    const there = new Promise<void>((resolve) => {
      watcher.on('change', (_kind, name) => {
        if (String(name) === basename(path)) resolve()
      })
    })
    return await readFile(path, 'utf8').catch(async () => {
      await there
      return readFile(path, 'utf8')
    })
  } finally {
    watcher.close()
  }
}

import { watch } from 'node:fs'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { onTestFinished } from 'vitest'

/** What a stand-in program saw when it was started. */
export interface Seen {
  args: string[]
  cwd: string
  env: Record<string, string>
  pid: number
}

/**
 * Writes a real program that notes what it was given beside itself (`NAME.seen.json`) and ends, or stays until it is ended
 * when `stays`.
 */
export async function standIn(
  path: string,
  { stays = false } = {},
): Promise<{ seen: () => Promise<Seen>; path: string }> {
  const note = `${path}.seen.json`
  const script = `#!${process.execPath}
const fs = require('node:fs')
const seen = { args: process.argv.slice(2), cwd: process.cwd(), env: process.env, pid: process.pid }
fs.writeFileSync(${JSON.stringify(`${note}.part`)}, JSON.stringify(seen))
fs.renameSync(${JSON.stringify(`${note}.part`)}, ${JSON.stringify(note)})
${stays ? 'setInterval(() => {}, 1000)' : ''}
`
  await writeFile(path, script)
  await chmod(path, 0o755)
  const seen = async () => JSON.parse(await appears(note)) as Seen
  if (stays)
    onTestFinished(async () => {
      const { pid } = JSON.parse(await readFile(note, 'utf8').catch(() => '{}')) as Partial<Seen>
      if (pid === undefined) return
      const program = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      // One that has ended already has left its number to others.
      if (program.split('\0').includes(path)) process.kill(pid)
    })
  return { seen, path }
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

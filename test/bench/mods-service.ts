import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openModsRoom } from '../../src-main/mods/index.ts'

/** The only calls of the measurements into mods: one mod, `@Bench`, in a game folder whose list lies in `list.json`. */
export async function openMods(folder: string, dataDir: string) {
  const mod = {
    id: 1,
    name: 'Bench',
    description: '',
    imageUrl: '',
    active: true,
    hasFiles: true,
    directory: '@Bench',
    downloadUrl: '',
  }
  const nothing = () => undefined
  const mods = await openModsRoom({
    listMods: () => Promise.resolve({ mods: [mod], asOf: new Date().toISOString(), stored: false }),
    // In one piece, as a download arrives that is kept nowhere: reading it must not be counted as main's own work.
    hashList: () => Promise.resolve(listText),
    gameDir: () => folder,
    saveGameDir: nothing,
    dataDir,
    workerUrl: pathToFileURL(resolve(import.meta.dirname, 'hash-worker.js')),
    now: () => new Date(),
    random: Math.random,
    log: (line, error) => console.error(line, error),
    onTrusted: nothing,
    onActivity: nothing,
  })
  const listText = readFileSync(join(folder, 'list.json'), 'utf8')
  await mods.refresh()
  return {
    /** Whether the mod was found ready. */
    async check(tier: 'full' | 'quick', signal = new AbortController().signal): Promise<boolean> {
      const outcome = await mods.check({ modId: 1, tier }, signal, nothing)
      if (!outcome.trusted) throw new Error('the list was not trusted')
      return outcome.summary.verdict === 'ready'
    },
    close: () => mods.close(),
  }
}

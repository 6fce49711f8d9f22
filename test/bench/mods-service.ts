import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ModsService } from '../../src-main/mods/index.ts'

/** The workers are beside the program that runs. This file's own place does not matter, since it may be in a shared chunk. */
const builtWorker = (name: string) => pathToFileURL(join(dirname(process.argv[1] ?? ''), `${name}.js`))

/** The measurements' only access to the mods: one mod, `@Bench`, in a game folder with its list in `list.json`. */
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
  const mods = await ModsService.open({
    listMods: () => Promise.resolve({ mods: [mod], asOf: new Date().toISOString(), refreshFailure: null }),
    hashList: () => readFile(join(folder, 'list.json')),
    gameDir: () => folder,
    isMoved: () => false,
    dataDir,
    workers: { mods: builtWorker('mods-worker'), hash: builtWorker('hash-worker') },
    now: () => new Date(),
    random: Math.random,
    log: (line, error) => console.error(line, error),
  })
  await mods.refresh()
  return {
    mods,
    /** Returns true if the mod is ready. */
    async check(tier: 'full' | 'quick', signal = new AbortController().signal): Promise<boolean> {
      const outcome = await mods.check({ modId: 1, tier }, signal)
      if (!outcome.trusted) throw new Error('the list was not trusted')
      return outcome.summary.result === 'ready'
    },
    close: () => mods.close(),
  }
}

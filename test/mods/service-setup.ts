import { createHash, randomBytes } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type ModsNeeds, ModsService } from '../../src-main/mods/index.ts'
import { tempDir } from '../support/temp.ts'
import { listOf, workers } from './game.ts'

export const mod = {
  id: 1,
  name: 'Mod',
  description: '',
  imageUrl: '',
  active: true,
  hasFiles: true,
  directory: '@Mod',
  downloadUrl: '',
}

interface Setup {
  mods: ModsService
  again: () => Promise<ModsService>
  gameDir: string
  rows: { RelativPath: string; Hash: string; Size: number }[]
  needs: ModsNeeds
}

/** The service on a real game folder of the given sizes; files are an hour old. */
export async function setUp(sizes: number[], change: Partial<ModsNeeds> = {}): Promise<Setup> {
  const gameDir = tempDir()
  const dataDir = tempDir()
  const rows: Setup['rows'] = []
  const old = new Date(Date.now() - 3_600_000)
  for (const [at, size] of sizes.entries()) {
    const path = `@Mod/addons/file_${at}.pbo`
    const bytes = randomBytes(size)
    await mkdir(dirname(join(gameDir, path)), { recursive: true })
    await writeFile(join(gameDir, path), bytes)
    await utimes(join(gameDir, path), old, old)
    rows.push({
      RelativPath: path.replaceAll('/', '\\'),
      Hash: createHash('md5').update(bytes).digest('hex'),
      Size: size,
    })
  }
  const needs: ModsNeeds = {
    listMods: () => Promise.resolve({ mods: [mod], asOf: '2026-01-01T00:00:00Z', refreshFailure: null }),
    hashList: () => Promise.resolve(listOf({ data: rows })),
    gameDir: () => gameDir,
    isMoved: () => false,
    dataDir,
    workers,
    now: () => new Date(),
    random: () => 0.5,
    log: () => undefined,
    ...change,
  }
  const again = async () => {
    const mods = await ModsService.open(needs)
    onTestFinished(() => mods.close())
    await mods.refresh()
    return mods
  }
  return { mods: await again(), again, gameDir, rows, needs }
}

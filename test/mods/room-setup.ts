import { createHash, randomBytes } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import { openModsRoom, type ModsNeeds, type ModsRoom } from '../../src-main/mods/index.ts'
import { tempDir } from '../support/temp.ts'

const workerUrl = pathToFileURL(join(import.meta.dirname, '../../out/test/hash-worker.js'))
const mod = {
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
  room: ModsRoom
  again: () => Promise<ModsRoom>
  gameDir: string
  rows: { RelativPath: string; Hash: string; Size: number }[]
  needs: ModsNeeds
}

/** A room on a real game folder of the given sizes; files are an hour old. */
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
    listMods: () => Promise.resolve({ mods: [mod], asOf: '2026-01-01T00:00:00Z', stored: false }),
    hashList: () => Promise.resolve(JSON.stringify({ data: rows })),
    gameDir: () => gameDir,
    saveGameDir: () => undefined,
    dataDir,
    workerUrl,
    now: () => new Date(),
    random: () => 0.5,
    log: () => undefined,
    onTrusted: () => undefined,
    onActivity: () => undefined,
    ...change,
  }
  const again = async () => {
    const room = await openModsRoom(needs)
    onTestFinished(() => room.close())
    await room.refresh()
    return room
  }
  return { room: await again(), again, gameDir, rows, needs }
}

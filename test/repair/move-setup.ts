import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type MoveNeeds, ModsMover } from '../../src-main/mods/repair/index.ts'
import { digestHere } from './digest-here.ts'
import { realDisk } from './real-disk.ts'

/** What tests say of a world with two mods; its settings are a file, so that a kill is survived. */
export function openMover(dataDir: string, gameDir: string, change: Partial<MoveNeeds> = {}, isShared = false) {
  const settings = join(dataDir, 'settings.json')
  const modsDir = () =>
    existsSync(settings) ? (JSON.parse(readFileSync(settings, 'utf8')) as { modsDir?: string }).modsDir : undefined
  const checked: number[] = []
  let shared = isShared
  const mover = new ModsMover({
    gameDir: () => modsDir() ?? gameDir,
    mods: () => [
      { id: 1, name: 'Nordwind', folder: '@Nordwind' },
      { id: 2, name: 'Harbour', folder: '@Harbour' },
      { id: 3, name: 'Absent', folder: '@Absent' },
    ],
    hold: () => Promise.resolve(() => undefined),
    game: { runs: false, sure: () => Promise.resolve({ running: false }) },
    changed: (modId) => Promise.resolve(checked.push(modId)),
    dataDir,
    disk: realDisk,
    digestOf: digestHere,
    stopAhead: () => Promise.resolve(),
    moved: () => Promise.resolve(),
    dirs: {
      gameDir,
      get modsDir() {
        return modsDir()
      },
      use: (dir) => writeFileSync(settings, JSON.stringify({ modsDir: dir })),
      isShared: () => shared,
      accept: (dir) => realpath(dir),
    },
    log: {
      info: () => undefined,
      error: (line, error) => {
        throw new Error(line, { cause: error })
      },
      incident: (error) => {
        throw error
      },
    },
    ...change,
  })
  return { mover, modsDir, checked, share: () => (shared = true) }
}

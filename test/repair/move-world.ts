import { realpathSync } from 'node:fs'
import { expect } from 'vitest'
import type { MoveNeeds } from '../../src-main/mods/repair/index.ts'
import { tempDir } from '../support/temp.ts'
import { openMover } from './move-setup.ts'
import { bytesOf, MOD, treeOf, write } from './support.ts'

export const [one, two] = [`${MOD}/addons/one.pbo`, '@Harbour/addons/two.pbo'] as const

export function world(change: Partial<MoveNeeds> = {}, isShared = false) {
  const [dataDir, gameDir, to] = [tempDir(), realpathSync(tempDir()), realpathSync(tempDir())]
  write(gameDir, one, bytesOf('one', 2_500_000))
  write(gameDir, two, bytesOf('two', 9_000))
  const mods = treeOf(gameDir)
  write(gameDir, 'arma3.exe', 'the game')
  write(gameDir, '@Foreign/a.pbo', 'of another community')
  const foreign = { 'arma3.exe': expect.any(String) as string, '@Foreign/a.pbo': expect.any(String) as string }
  return { dataDir, gameDir, to, mods, foreign, ...openMover(dataDir, gameDir, change, isShared) }
}

/** A move that rests because the game runs, and the end of the game. */
export async function resting(change: Partial<MoveNeeds> = {}, isShared = false) {
  let runs = true
  const made = world({ game: { runs: false, sure: () => Promise.resolve({ running: runs }) }, ...change }, isShared)
  await made.mover.begin(made.to)
  await made.mover.goOn()
  expect(made.mover.place.move?.failure?.code).toBe('game-running')
  return { ...made, gameEnds: () => ((runs = false), made.mover.goOn()) }
}

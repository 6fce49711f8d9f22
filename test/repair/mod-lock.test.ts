import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { NO_HOLDER } from '../../src-main/lib/index.ts'
import { lockMod, takeMod, whoHasMod } from '../../src-main/mods/repair/mod-lock.ts'
import { programAt } from '../support/programs.ts'
import { tempDir } from '../support/temp.ts'
import { MOD, write } from './support.ts'
import { hasLinks } from '../support/system.ts'

describe('a mod that is repaired', () => {
  it('is had by one alone, by whatever way to its folder, until it is let go', async () => {
    const gameDir = tempDir()
    const link = hasLinks ? join(tempDir(), 'link') : gameDir.toUpperCase()
    if (hasLinks) symlinkSync(gameDir, link)
    const free = await lockMod(gameDir, MOD)
    expect(free).toBeDefined()
    write(gameDir, `${MOD}/file`, 'made meanwhile')
    expect(await lockMod(gameDir, MOD)).toBeUndefined()
    expect(await lockMod(link, MOD)).toBeUndefined()
    const other = await lockMod(gameDir, '@Other')
    expect(other).toBeDefined()
    free?.()
    const again = await lockMod(link, MOD)
    expect(again).toBeDefined()
    again?.()
    other?.()
  })

  it('is let go in this process, too, where it cannot be had', async () => {
    const gameDir = tempDir()
    let holds = 1
    const needs = { mods: () => [], hold: () => Promise.resolve(() => void holds--) }
    const mod = { modId: 1, modName: '', modFolder: MOD }
    const letGo = await takeMod(needs, gameDir, mod)
    expect(await takeMod(needs, gameDir, mod)).toBeUndefined()
    expect(await takeMod({ ...needs, hold: () => Promise.resolve(undefined) }, gameDir, mod)).toBeUndefined()
    expect(holds).toBe(0)
    letGo?.()
    expect(holds).toBe(-1)
  })

  it('is let go in whole though one of its parts fails at that', async () => {
    const [gameDir, held] = [tempDir(), new Set<number>()]
    const hold = (modId: number) => {
      held.add(modId)
      return Promise.resolve(() => {
        held.delete(modId)
        if (modId === 1) throw new Error('a listener failed')
      })
    }
    const needs = { mods: () => [1, 2].map((id) => ({ id, name: `${id}`, folder: MOD })), hold }
    const letGo = await takeMod(needs, gameDir, { modId: 1, modName: '', modFolder: MOD })
    expect(letGo).toThrow('a listener failed')
    expect([...held]).toEqual([])
    const free = await lockMod(gameDir, MOD)
    expect(free).toBeDefined()
    free?.()
  })

  it('is free again when its process was killed', async () => {
    const gameDir = tempDir()
    const before = Date.now()
    const child = spawn(process.execPath, [programAt('lock-child'), gameDir, MOD])
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    expect(await lockMod(gameDir, MOD)).toBeUndefined()
    const { since, ...who } = await whoHasMod(gameDir, MOD)
    expect(who).toEqual({ program: 'loadout', pid: child.pid })
    expect(since).toBeGreaterThanOrEqual(before)
    expect(since).toBeLessThanOrEqual(Date.now())
    child.kill('SIGKILL')
    await once(child, 'close')
    const free = await lockMod(gameDir, MOD)
    expect(free).toBeDefined()
    free?.()
    expect(await whoHasMod(gameDir, MOD)).toEqual(NO_HOLDER)
  })
})

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withResolvers } from '../../src-main/lib/index.ts'
import type { Disk } from '../../src-main/mods/repair/disk.ts'
import { realDisk } from './real-disk.ts'
import { emptySession, readQuarantine } from '../../src-main/mods/repair/quarantine.ts'
import { one, openRepairs, two } from './setup.ts'
import { read, write } from './support.ts'

describe('the quarantine', () => {
  it('is emptied by the player alone, or after the time that they set', async () => {
    let held = 0
    const hold = () => {
      held++
      return Promise.resolve(() => void held--)
    }
    const { repairs, reached, repairAll, gameDir, recheck } = await openRepairs({ hold })
    write(gameDir, one, 'former one')
    void recheck()
    await repairAll()
    await reached('ended')
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
    await repairs.sweepQuarantine(0, inDays(3000))
    await repairs.sweepQuarantine(30, inDays(29))
    const [session] = (await readQuarantine(realDisk, gameDir)).sessions
    expect(session?.files).toMatchObject([{ path: one, bytes: 10 }])
    mkdirSync(join(gameDir, '.loadout', 'a-stranger'))
    await repairs.sweepQuarantine(30, inDays(31))
    expect((await readQuarantine(realDisk, gameDir)).sessions).toEqual([])
    expect(existsSync(join(gameDir, '.loadout', 'a-stranger'))).toBe(true)
    expect(await emptySession(realDisk, gameDir, session?.sessionId ?? '')).toBe(0)
    expect(held).toBe(0)
  })

  it('of a repair that is not through is not emptied by time', async () => {
    const { repairs, reached, repairAll, gameDir, recheck, faults } = await openRepairs()
    write(gameDir, one, 'former one')
    void recheck()
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    await repairAll()
    await reached('fetching', ({ progress }) => progress.filesDone === 2)
    await repairs.stop(1)
    await repairs.sweepQuarantine(1, new Date(Date.now() + 9e9))
    expect((await readQuarantine(realDisk, gameDir)).sessions[0]?.files).toHaveLength(1)
  })

  it('of what is just being brought back is left alone until that is done', async () => {
    const [begun, goOn] = [withResolvers(), withResolvers()]
    const rename: Disk['rename'] = async (from, to) => {
      if (String(from).includes('kept')) {
        begun.resolve()
        await goOn.promise
      }
      return realDisk.rename(from, to)
    }
    const { repairs, reached, repairAll, handlers, gameDir, recheck } = await openRepairs({
      disk: { ...realDisk, rename },
    })
    for (const path of [one, two]) write(gameDir, path, `former ${path}`)
    void recheck()
    await repairAll()
    await reached('ended')
    const { undo } = handlers()
    const [session] = (await readQuarantine(realDisk, gameDir)).sessions
    const run = { signal: new AbortController().signal } as Parameters<typeof undo>[1]
    const undone = undo({ sessionId: session?.sessionId ?? '', paths: null }, run)
    await begun.promise
    const later = new Date(Date.now() + 9e9)
    await repairs.sweepQuarantine(1, later)
    goOn.resolve()
    expect(await undone).toEqual({ restored: 3, left: [] })
    for (const path of [one, two]) expect(read(gameDir, path)?.toString()).toBe(`former ${path}`)
    await repairs.sweepQuarantine(1, later)
    expect((await readQuarantine(realDisk, gameDir)).sessions).toEqual([])
  })
})

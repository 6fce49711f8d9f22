import { describe, expect, it } from 'vitest'
import { realDisk } from './real-disk.ts'
import { beginRepairSession } from '../../src-main/mods/repair/session.ts'
import { StepList } from '../../src-main/mods/repair/steps.ts'
import { readUnfinished } from '../../src-main/mods/repair/unfinished.ts'
import { empties } from './queue-support.ts'
import { old, one, openRepairs, three, two } from './setup.ts'
import { bytesOf, fetchStep, MOD, partsIn, read, safe, write } from './support.ts'

const asked = { signal: new AbortController().signal, windowId: 1 }
const A = 'harbour'
const B = 'lake'

/** Two communities' apps, one after the other, in one game folder: both have mod 1 in the same folder, with different files. */
async function openBoth() {
  const setup = await openRepairs({ community: B })
  const { gameDir } = setup
  /** The app of A ends in the middle of this. */
  const leftByA = async (kind: 'repair' | 'set-aside', steps: Parameters<typeof StepList.of>[0]) => {
    const of = { modId: 1, modName: 'Harbour', modFolder: MOD, listVersion: 'of A', community: A }
    const session = await beginRepairSession(realDisk, gameDir, { kind, ...of, steps: StepList.of(steps) }, new Date())
    await session.close()
    return session.head.id
  }
  return { ...setup, leftByA }
}

describe('what another community began in the same game folder', () => {
  it('is not carried out by this one’s queue: a removal there removes nothing here', async () => {
    const { gameDir, repairs, queue, handlers, leftByA } = await openBoth()
    for (const path of [one, three]) write(gameDir, path, old[path] ?? '')
    await leftByA(
      'set-aside',
      [one, three].map((path) => ({ do: 'set-aside', path: safe(path) })),
    )
    await repairs.recover()
    expect(repairs.states).toEqual([])
    await queue.add([1])
    await empties(queue)
    expect((await handlers().quarantine(undefined, asked)).sessions.flatMap(({ files }) => files)).toEqual([])
    for (const [path, bytes] of Object.entries(old)) expect(read(gameDir, path)?.equals(bytes), path).toBe(true)
  })

  it('is not gone on with by this one’s join, and stays as it is until this one repairs the mod itself', async () => {
    const { gameDir, repairs, queue, leftByA, service, recheck } = await openBoth()
    const ofA = bytesOf('two of A', 80_000)
    for (const [path, bytes] of Object.entries(old)) write(gameDir, path, bytes)
    const id = await leftByA('repair', [fetchStep(two, ofA)])
    await recheck()
    await repairs.recover()
    expect(repairs.states).toEqual([])
    expect((await readUnfinished(realDisk, gameDir)).map(({ head }) => head.id)).toEqual([id])
    await queue.bringUp(1, asked.signal)
    expect(service.asked).toEqual([])
    expect(partsIn(gameDir)).toEqual([])
    expect(read(gameDir, two)?.equals(Buffer.from(old[two] ?? ''))).toBe(true)
  })
})

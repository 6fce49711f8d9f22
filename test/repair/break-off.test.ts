import { expect, it } from 'vitest'
import type { Disk } from '../../src-main/mods/repair/disk.ts'
import { realDisk } from './real-disk.ts'
import { runSteps } from '../../src-main/mods/repair/run/run-steps.ts'
import { openRepairSession } from '../../src-main/mods/repair/session.ts'
import type { Step } from '../../src-main/mods/repair/steps.ts'
import { undo } from '../../src-main/mods/repair/undo.ts'
import { bytesOf, fetchStep, md5, MOD, openWorld, read, safe, treeOf, write } from './support.ts'
import { tellsCaseApart } from '../support/system.ts'

const changing = ['chmod', 'copyFile', 'link', 'mkdir', 'rename', 'rm', 'unlink'] as const

/** A disk on which this many changes succeed; after them nothing does, as if the process had been killed there. */
function mortal(budget: number, code = 'EIO'): Disk & { readonly died: boolean } {
  let left = budget
  const spend = () => {
    if (left-- <= 0) throw Object.assign(new Error('the power went'), { code })
  }
  const disk = { ...realDisk } as Record<string, unknown>
  for (const name of changing) {
    const real = realDisk[name] as (...given: unknown[]) => Promise<unknown>
    disk[name] = async (...given: unknown[]) => (spend(), real(...given))
  }
  const open: Disk['open'] = async (path, flags, mode) => {
    const handle = await realDisk.open(path, flags, mode)
    const append = handle.appendFile.bind(handle)
    return Object.assign(handle, {
      appendFile: async (...given: Parameters<typeof append>) => {
        spend()
        await append(...given)
      },
    })
  }
  return Object.defineProperty({ ...disk, open }, 'died', { get: () => left < 0 }) as unknown as Disk & {
    died: boolean
  }
}

const right: Record<string, Buffer> = {
  [`${MOD}/a.pbo`]: bytesOf('a', 900),
  [`${MOD}/new.pbo`]: bytesOf('new', 700),
  [`${MOD}/mixed.pbo`]: bytesOf('mixed', 300),
}
const inPlace = (gameDir: string) =>
  Object.fromEntries(Object.entries(treeOf(gameDir)).filter(([path]) => !path.startsWith('.loadout/')))

/** A mod in which a file is to be replaced, one added, one set aside, and one renamed and replaced. */
async function damaged() {
  const world = await openWorld(right)
  write(world.gameDir, `${MOD}/a.pbo`, 'old a')
  write(world.gameDir, `${MOD}/MIXED.PBO`, 'wrong content, wrong name')
  write(world.gameDir, `${MOD}/extra.pbo`, 'the player made this')
  const fetch = (name: string) => fetchStep(`${MOD}/${name}`, right[`${MOD}/${name}`] ?? Buffer.alloc(0))
  const { hash, size } = fetch('mixed.pbo') as Step & { do: 'fetch' }
  const rename = {
    path: safe(`${MOD}/mixed.pbo`),
    from: safe(`${MOD}/MIXED.PBO`),
    hash,
    size,
    algorithm: 'md5' as const,
  }
  const steps: Step[] = [
    fetch('a.pbo'),
    fetch('new.pbo'),
    { do: 'rename', ...rename },
    { do: 'set-aside', path: safe(`${MOD}/extra.pbo`) },
  ]
  return { ...world, steps, before: inPlace(world.gameDir) }
}

async function repaired() {
  const { gameDir, before, repair, steps, options } = await damaged()
  const { session } = await repair(steps)
  return { gameDir, before, id: session.head.id, tools: options().tools }
}

it('a repair that breaks off at any step, or finds the disk full there, loses nothing and is gone on with', async () => {
  let steps = 0
  for (let over = false; !over; steps++) {
    const { gameDir, before, begin, options, steps: planned } = await damaged()
    const session = await begin(planned)
    const disk = mortal(steps, steps % 2 === 0 ? 'EIO' : 'ENOSPC')
    const broken = await openRepairSession(disk, gameDir, session.head.id)
    if (!broken) throw new Error('no session')
    await runSteps(broken, options({ disk, concurrency: 1 })).catch((error: unknown) => {
      if (!disk.died) throw error
    })
    await broken.close()
    over = !disk.died
    const kept = () => {
      const left = new Set(Object.values(treeOf(gameDir)))
      for (const [path, digest] of Object.entries(before))
        expect(left, `${path} after ${steps} steps`).toContain(digest)
    }
    kept()
    for (const [path, bytes] of Object.entries(right)) {
      const now = read(gameDir, path) // a former one, the right one, or none: never a half
      expect([undefined, ...Object.values(before), md5(bytes)], `${path} after ${steps} steps`).toContain(
        now && md5(now),
      )
    }
    const again = await openRepairSession(realDisk, gameDir, session.head.id)
    if (!again) throw new Error('no session')
    await runSteps(again, options())
    await again.close()
    expect(inPlace(gameDir), `after ${steps} steps`).toEqual(
      Object.fromEntries(Object.entries(right).map(([path, bytes]) => [path, md5(bytes)])),
    )
    kept()
  }
  expect(steps).toBeGreaterThan(15)
})

// Where names that differ by case are one file, none is renamed for its case.
it.skipIf(!tellsCaseApart)(
  'an undo that breaks off at any step loses nothing, and the next one brings everything back',
  async () => {
    let steps = 0
    for (let over = false; !over; steps++) {
      const { gameDir, before, id, tools } = await repaired()
      const there = new Set(
        Object.entries(treeOf(gameDir)).flatMap(([path, digest]) => (/\.(json|ndjson)$/.test(path) ? [] : [digest])),
      )
      const disk = mortal(steps)
      const broken = { ...tools, disk }
      await undo(id, null, { gameDir, tools: broken, now: new Date(2026, 0, 1) }).catch((error: unknown) => {
        if (!disk.died) throw error
      })
      over = !disk.died
      const kept = () => {
        const left = new Set(Object.values(treeOf(gameDir)))
        for (const digest of there) expect(left, `after ${steps} steps`).toContain(digest)
      }
      kept()
      await undo(id, null, { gameDir, tools, now: new Date(2026, 0, 2) })
      expect(inPlace(gameDir), `after ${steps} steps`).toEqual(before)
      kept()
    }
    expect(steps).toBeGreaterThan(15)
  },
)

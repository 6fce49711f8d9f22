import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { RunningCheck } from '../../src-preload/contract/mods.ts'
import { modsHandlers } from '../../src-main/mods/index.ts'
import { listOf } from './game.ts'
import { setUp } from './service-setup.ts'

const never = new AbortController().signal
const BIG = 300 << 20

/** A mod with one file that is larger than what a quick check reads of unknown files, another mod, and what the topic says. */
async function open() {
  const setup = await setUp([10])
  const path = '@Mod/big.pbo'
  await writeFile(join(setup.gameDir, path), '')
  await truncate(join(setup.gameDir, path), BIG) // sparse
  setup.rows.push({ RelativPath: path, Hash: 'a'.repeat(32), Size: BIG })
  const { mods, needs } = setup
  const { listMods } = needs
  needs.listMods = async () => {
    const {
      mods: [mod],
      ...rest
    } = await listMods()
    return { mods: mod ? [mod, { ...mod, id: 2, name: 'Other', directory: '@Other' }] : [], ...rest }
  }
  await mods.refresh()
  const told: (RunningCheck | null)[] = []
  modsHandlers(mods, needs, () => Promise.resolve()).running((running) => told.push(running))
  return { mods, needs, told }
}

it('a check that main starts, as for a join and in the queue, is told while it reads, and at its end no more', async () => {
  const { mods, told } = await open()
  expect(told).toEqual([null])
  const check = mods.check({ modId: 1, tier: 'quick', whole: true }, never)
  const latest = () => told.at(-1)
  await expect.poll(latest).not.toBeNull()
  mods.setPaused(1, true)
  await expect.poll(latest).toMatchObject({ isPaused: true, progress: { bytesPerSecond: 0 } })
  const bytesTotal = BIG + 10
  expect(latest()).toMatchObject({ modId: 1, modName: 'Mod', isWhole: true, progress: { bytesTotal, filesTotal: 2 } })

  const control = new AbortController()
  const waiting = mods.check({ modId: 2, tier: 'full' }, control.signal)
  control.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  expect(latest()).toMatchObject({ modId: 1 })

  mods.setPaused(1, false)
  await check
  expect(told.at(-2)).toMatchObject({ isPaused: false, progress: { bytesDone: bytesTotal, filesDone: 2 } })
  expect(latest()).toBeNull()
})

it('a quick check that leaves files unread is told as a short one', async () => {
  const { mods, told } = await open()
  await mods.check({ modId: 1, tier: 'quick' }, never)
  expect(told.find((one) => one)).toMatchObject({ modId: 1, isWhole: false })
  expect(told.at(-1)).toBeNull()
})

it('the check that runs is told, not one that is paused', async () => {
  const { mods, needs, told } = await open()
  const { hashList } = needs
  const other = listOf([{ RelativPath: '@Other\\a.pbo', Hash: 'a'.repeat(32), Size: 1 }])
  needs.hashList = (id, signal) => (id === 2 ? Promise.resolve(other) : hashList(id, signal))
  const control = new AbortController()
  const full = mods.check({ modId: 1, tier: 'full' }, control.signal)
  await expect.poll(() => told.at(-1)).not.toBeNull()
  mods.setPaused(1, true)
  await expect.poll(() => told.at(-1)).toMatchObject({ modId: 1, isPaused: true })
  await mods.check({ modId: 2, tier: 'quick' }, never)
  expect(told.map((one) => one?.modId)).toContain(2)
  await expect.poll(() => told.at(-1)).toMatchObject({ modId: 1, isPaused: true })
  control.abort(new Error('enough'))
  await expect(full).rejects.toThrow('enough')
})

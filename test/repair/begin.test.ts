import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openRepairs, two } from './setup.ts'
import { bytesOf, MOD, read, write } from './support.ts'

it('a repair of a mod that is not there begins at once; one that replaces what is not the community’s shows its plan first', async () => {
  const asked: (readonly string[])[] = []
  let isOwn = false
  const wrote = (_: number, paths: readonly string[]) => {
    asked.push(paths)
    return Promise.resolve(isOwn)
  }
  const { repairs, reached, recheck, gameDir } = await openRepairs({ wrote })
  expect(await repairs.begin(1)).toBe(true)
  expect((await reached('ended')).outcome).toMatchObject({ repaired: 3, setAside: 0 })
  expect(await repairs.begin(1)).toBe(false) // there is nothing to do
  expect(asked).toEqual([])

  write(gameDir, two, bytesOf('the player’s own', 80_000))
  write(gameDir, `${MOD}/addons/extra.pbo`, bytesOf('extra', 10))
  void recheck()
  expect(await repairs.begin(1)).toBe(false)
  expect(asked).toEqual([[two]])
  expect(repairs.states.map(({ phase }) => phase)).toEqual(['ended'])
  expect(read(gameDir, two)?.equals(bytesOf('the player’s own', 80_000))).toBe(true)
  isOwn = true
  expect(await repairs.begin(1)).toBe(true)
  await reached('ended', ({ outcome }) => outcome?.setAside === 1)
  expect(read(gameDir, two)?.equals(bytesOf('two', 80_000))).toBe(true)
  expect(existsSync(join(gameDir, MOD, 'addons/extra.pbo'))).toBe(true) // extras stay
})

it('a repair that brings a program, or comes over plain http, shows its plan first', async () => {
  const { repairs, community, served, recheck } = await openRepairs()
  const program = `${MOD}/tool.dll`
  served[program] = community.listed[program] = bytesOf('tool', 500)
  void recheck()
  expect(await repairs.begin(1)).toBe(false)
  const plain = await openRepairs({ downloadUrls: () => ['http://files.example/'], allowHttp: true })
  expect(await plain.repairs.begin(1)).toBe(false)
  expect([...repairs.states, ...plain.repairs.states]).toEqual([])
})

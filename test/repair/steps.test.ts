import { expect, it } from 'vitest'
import { type Step, StepList } from '../../src-main/mods/repair/steps.ts'
import { md5, MOD, safe } from './support.ts'

const sized = (name: string, size: number | null) => ({
  ...{ do: 'fetch' as const, path: safe(`${MOD}/${name}`), size },
  ...{ hash: md5(name), algorithm: 'md5' as const },
})

it('steps are done largest files first, those of about one size in their order, and all of them', () => {
  const rename: Step = { ...sized('rename', 700), do: 'rename', from: safe(`${MOD}/RENAME`) }
  const aside: Step = { do: 'set-aside', path: safe(`${MOD}/aside`) }
  const steps = [sized('unknown', null), sized('small', 9), sized('huge', 2 ** 50), sized('large', 5e9), rename]
  const many = Array.from({ length: 450 }, (_, at) => sized(`${at}`, 1_000_000 + at))
  const list = StepList.of([...steps, ...many, aside])
  expect([...list]).toEqual([aside, steps[2], steps[3], ...many, rename, steps[1], steps[0]])
  expect(list.count).toBe(456)
  expect(list.bytes).toBe(9 + 2 ** 50 + 5e9 + many.reduce((sum, _, at) => sum + 1_000_000 + at, 0))
  expect(Math.max(...[...list.lines()].map((line) => (JSON.parse(`[${line}]`) as Step[]).length))).toBe(200)
})

it('steps are done whatever size the list claims', () => {
  const [half, most, untrue] = [sized('half', 2 ** 52), sized('most', 2 ** 53 - 1), sized('untrue', 2 ** 60)]
  const aside: Step = { do: 'set-aside', path: safe(`${MOD}/aside`) }
  expect([...StepList.of([half, most, untrue, aside])]).toEqual([aside, most, untrue, half])
})

it('a list of steps tells whether it only sets files aside', () => {
  const list = new StepList()
  expect(list.onlySetsAside).toBe(true)
  list.add({ do: 'set-aside', path: safe(`${MOD}/aside`) })
  expect(list.onlySetsAside).toBe(true)
  list.add(sized('a', 1))
  expect(list.onlySetsAside).toBe(false)
})

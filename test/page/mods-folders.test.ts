import { expect, it } from 'vitest'
import type { ModsView as Told, Problem, Verification } from '../../src-preload/contract/mods.ts'
import { noCounts } from '../../src-main/mods/report.ts'
import { Mods } from '../../src-renderer/mods/mods.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'

const last = {
  tier: 'quick',
  verdict: 'damaged',
  counts: { ...noCounts(), missing: 1 },
  filesListed: 1,
  unverified: 0,
  bytesHashed: 0,
  durationMs: 5,
  checkedAt: new Date(0).toISOString(),
  fullAt: null,
} as const
const damaged: Verification = { state: 'damaged', last }
const told = (gameDir: string, verification: Verification): Told => {
  const words = { name: 'Harbour', description: '', imageUrl: '', folder: '@Harbour' }
  const mod = { id: 7, ...words, active: true, hasFiles: true, verification, distrust: null, held: false }
  return { gameDir, gameDirExists: true, asOf: last.checkedAt, stored: false, mods: [mod] }
}
const missing = (path: string): Problem[] => [{ path, result: 'missing', expected: 1, found: null }]

/** The mods, with a main that tells and answers when it is told to. */
function open() {
  let tell: (view: Told) => void = () => undefined
  const asked: ((problems: Problem[]) => void)[] = []
  const main = {
    mods: {
      state: (hear: typeof tell) => ((tell = hear), () => undefined),
      problems: () => new Promise<Problem[]>((resolve) => asked.push(resolve)),
    },
  }
  const mods = new Mods(main as unknown as Main)
  return { mods, tell: (view: Told) => tell(view), asked }
}

it('shows no problem of another game folder, not even where one is told late', async () => {
  const { mods, tell, asked } = open()
  tell(told('/a', damaged))
  asked[0]?.(missing('@Harbour/a.pbo'))
  await expect.poll(() => mods.problemsOf(7)).toEqual(missing('@Harbour/a.pbo'))
  tell(told('/b', { state: 'unknown' }))
  expect(mods.problemsOf(7)).toBeUndefined()
  tell(told('/a', damaged))
  tell(told('/b', damaged))
  asked[2]?.(missing('@Harbour/b.pbo'))
  asked[1]?.(missing('@Harbour/a.pbo'))
  await expect.poll(() => mods.problemsOf(7)).toEqual(missing('@Harbour/b.pbo'))
  await Promise.resolve()
  expect(mods.problemsOf(7)).toEqual(missing('@Harbour/b.pbo'))
})

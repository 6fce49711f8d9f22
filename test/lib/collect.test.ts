import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { programAt } from '../support/programs.ts'

const electron = createRequire(import.meta.url)('electron') as string

it('forgets compiled code in Electron, which runs as before when it is called again', () => {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const { stdout } = spawnSync(electron, [programAt('collect-child')], { env, encoding: 'utf8' })
  const { before, after, isSame } = JSON.parse(stdout) as { before: number; after: number; isSame: boolean }
  expect(isSame).toBe(true)
  expect(after).toBeLessThan(before / 10)
})

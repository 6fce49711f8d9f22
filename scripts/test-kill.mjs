#!/usr/bin/env node
// npm run test:bank-kill, test:repair-kill, test:move-kill: 1,000 transfers, in the real Electron with a real keychain, 100 repairs or 50
// moves (or as many as said), with faults and kills. npm test runs a short form of each in plain Node.
import { join } from 'node:path'
import { withDesktop } from './lib/desktop.mjs'
import { modules, root } from './lib/paths.mjs'
import { runScript } from './lib/say.mjs'
import { setup } from './lib/setup.mjs'

const TESTS = {
  bank: { file: 'test/bank/kill.test.ts', standard: '1000', variable: 'LOADOUT_BANK_TRANSFERS' },
  move: { file: 'test/repair/move-kill.test.ts', standard: '50', variable: 'LOADOUT_MOVE_KILLS' },
  repair: { file: 'test/repair/kill.test.ts', standard: '100', variable: 'LOADOUT_KILLS' },
}

await runScript(async () => {
  const [what, count] = process.argv.slice(2)
  const { file, standard, variable } = TESTS[what]
  const env = { LOADOUT_BANK_ELECTRON: await setup({ tests: true }), [variable]: count ?? standard }
  return withDesktop(process.execPath, [join(modules, 'vitest', 'vitest.mjs'), 'run', file], { cwd: root, env })
})

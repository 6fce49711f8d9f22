#!/usr/bin/env node
// npm run test:bank-kill: 1,000 transfers (or as many as said) with faults and kills, in the real Electron with a real
// keychain; npm test runs a short form in plain Node.
import { join } from 'node:path'
import { withDesktop } from './lib/desktop.mjs'
import { root } from './lib/paths.mjs'
import { runScript } from './lib/say.mjs'
import { setup } from './lib/setup.mjs'

await runScript(async () => {
  process.env['LOADOUT_BANK_ELECTRON'] = await setup({ tests: true })
  process.env['LOADOUT_BANK_TRANSFERS'] = process.argv[2] ?? '1000'
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  return withDesktop(process.execPath, [vitest, 'run', 'test/bank/kill.test.ts'], { cwd: root })
})

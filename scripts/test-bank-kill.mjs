#!/usr/bin/env node
// npm run test:bank-kill: 1,000 transfers with faults and kills; npm test runs the short form of the same.
import { spawnSync } from 'node:child_process'

const env = { ...process.env, LOADOUT_BANK_TRANSFERS: process.argv[2] ?? '1000' }
const done = spawnSync('npx', ['vitest', 'run', 'test/bank/kill.test.ts'], {
  env,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
process.exit(done.status ?? 1)

import { spawnSync } from 'node:child_process'

/** Kills a repair a hundred times (or as often as said) at random moments: `npm run test:repair-kill -- 250`. */
const [, , kills = '100'] = process.argv
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/repair/kill'], {
  stdio: 'inherit',
  env: { ...process.env, LOADOUT_KILLS: kills },
})
process.exit(status ?? 1)

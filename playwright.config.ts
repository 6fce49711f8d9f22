import { defineConfig } from '@playwright/test'

/**
 * Real Electron, one app at a time, because a desktop's focus, tray and keychain are shared. No retries: a flake is a bug.
 * Only what would never come takes as long as the timeouts; a slow machine must not fail a test.
 */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  workers: 1,
  fullyParallel: true, // lets --shard deal out single tests
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
})

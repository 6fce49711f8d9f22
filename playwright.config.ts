import { defineConfig } from '@playwright/test'

/**
 * Real Electron, one at a time on a desktop: its focus, tray and keychain are shared. No retries: a flake is a bug.
 * The times are only for what will never come: a slow machine is no mistake, and on a fast one nothing waits for them.
 */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  workers: 1,
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
})

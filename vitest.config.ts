import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { faults } from './test/support/faults/plugin.ts'

const svelteConfig = { configFile: resolve(import.meta.dirname, 'svelte.config.js') }

/** Files that change the state of a library's module. Each runs in a process of its own. */
const alone = ['test/updates/engine.test.ts']

/** Files that plant faults in the file system and the clock of what they test (test/support/faults). */
const faulty = ['test/lib/atomic-file.test.ts', 'test/lib/faults.test.ts']

/** Timeouts of a test and its polls. Only what would never come takes this long; a busy computer must not fail a test. */
const patience = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } }

/**
 * `node`: everything outside the page. `page`: rune classes and components, in jsdom. Real Electron is Playwright's (test/e2e). Files share
 * processes, because to start one and load the modules takes longer than most files' tests.
 */
export default defineConfig({
  test: {
    // One more than there are cores, since tests also wait. Under wine, one server works for all processes.
    maxWorkers: availableParallelism() + (process.platform === 'win32' ? 0 : 1),
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/page/**', 'test/packages/**', ...alone, ...faulty],
          globalSetup: ['test/support/build-programs.ts'],
          ...patience,
        },
      },
      { test: { name: 'alone', environment: 'node', include: alone, ...patience } },
      { plugins: [faults], test: { name: 'faulty', environment: 'node', include: faulty, ...patience } },
      {
        plugins: [svelte(svelteConfig), svelteTesting({ autoCleanup: false })],
        test: {
          name: 'page',
          environment: 'jsdom',
          pool: 'threads',
          isolate: false,
          include: ['test/page/**/*.test.ts'],
          setupFiles: ['test/page/support/browser.ts', 'test/page/support/clear.ts'],
          ...patience,
        },
      },
    ],
  },
})

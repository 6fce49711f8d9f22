import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const svelteConfig = { configFile: resolve(import.meta.dirname, 'svelte.config.js') }

/** Files that change the process they run in: its flags, its file system, or what a library's module holds. Each has one of its own. */
const alone = [
  'test/lib/atomic-file.test.ts',
  'test/lib/calm.test.ts',
  'test/lib/faults.test.ts',
  'test/updates/engine.test.ts',
]

const testTimeout = 30_000

/**
 * `node`: everything outside the page. `page`: rune classes and components, in jsdom. Real Electron is Playwright's (test/e2e). Files share
 * a process by turns, since starting one and loading the modules anew takes longer than most files' tests.
 */
export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/page/**', ...alone],
          globalSetup: ['test/support/build-programs.ts'],
          testTimeout,
        },
      },
      { test: { name: 'alone', environment: 'node', include: alone, testTimeout } },
      {
        plugins: [svelte(svelteConfig), svelteTesting({ autoCleanup: false })],
        test: {
          name: 'page',
          environment: 'jsdom',
          pool: 'threads',
          isolate: false,
          include: ['test/page/**/*.test.ts'],
          setupFiles: ['test/page/support/browser.ts', 'test/page/support/clear.ts'],
          testTimeout,
        },
      },
    ],
  },
})

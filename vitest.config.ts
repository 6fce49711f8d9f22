import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const svelteConfig = { configFile: resolve(import.meta.dirname, 'svelte.config.js') }

/** `node`: everything outside the page. `page`: rune classes and components, in jsdom. Real Electron is Playwright's (test/e2e). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/page/**'],
          globalSetup: ['test/support/build-worker.ts'],
          testTimeout: 30_000,
        },
      },
      {
        plugins: [svelte(svelteConfig), svelteTesting()],
        test: {
          name: 'page',
          environment: 'jsdom',
          include: ['test/page/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
})

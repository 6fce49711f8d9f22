import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** npm run test:packages: what is built to give away is installed, run and removed. One after the other: each has a system's places for itself. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/packages/*.test.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 600_000,
  },
})

import { resolve } from 'node:path'
import { build } from 'vite'

/** Builds the workers once for the tests in plain Node, as the app's build does: `out/test/hash-worker.js` and the like. */
export default async function buildWorker(): Promise<void> {
  const root = resolve(import.meta.dirname, '../..')
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: 'out/test',
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: {
        input: {
          'hash-worker': resolve(root, 'src-main/mods/hash-worker.ts'),
          'part-worker': resolve(root, 'src-main/mods/repair/part-worker.ts'),
          'bookings-worker': resolve(root, 'src-main/bank/bookings-worker.ts'),
        },
      },
    },
  })
}

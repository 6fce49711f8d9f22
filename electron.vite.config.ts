import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import { resolve } from 'node:path'

const root = import.meta.dirname

/** What is pure JavaScript is bundled (quicker start); native code and what is large and rarely used stays outside. */
const bundled = [
  'undici',
  'tough-cookie',
  'parse5',
  'electron-store',
  'valibot',
  'intl-messageformat',
  'electron-updater',
]

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      target: 'node20.18',
      externalizeDeps: { exclude: bundled },
      rolldownOptions: {
        input: {
          index: resolve(root, 'src-main/index.ts'),
          cli: resolve(root, 'src-main/cli.ts'),
          'hash-worker': resolve(root, 'src-main/mods/hash-worker.ts'),
          'part-worker': resolve(root, 'src-main/mods/repair/part-worker.ts'),
          'bookings-worker': resolve(root, 'src-main/bank/bookings-worker.ts'),
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      target: 'node20.18',
      externalizeDeps: false,
      lib: { entry: resolve(root, 'src-preload/index.ts'), formats: ['cjs'], fileName: () => 'index.cjs' },
    },
  },
  renderer: {
    root: resolve(root, 'src-renderer'),
    plugins: [svelte({ configFile: resolve(root, 'svelte.config.js') })],
    build: {
      outDir: 'out/renderer',
      target: 'chrome130',
      minify: true,
      rolldownOptions: { input: resolve(root, 'src-renderer/index.html') },
    },
  },
})

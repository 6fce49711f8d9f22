import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

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

/** One character outside of Latin-1 makes V8 keep a whole file at two bytes a character; written as an escape it costs six. */
const oneByteSource: Plugin = {
  name: 'one-byte-source',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replace(
          /[^\0-\xff]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
  },
}

export default defineConfig({
  main: {
    plugins: [oneByteSource],
    build: {
      outDir: 'out/main',
      target: 'node20.18',
      externalizeDeps: { exclude: bundled },
      rolldownOptions: {
        // Without comments and spaces half as much is read at each start and kept in memory; the names stay, for the log.
        output: { minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } } },
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

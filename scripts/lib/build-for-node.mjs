import { resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../..')

/** The app's workers, for programs in plain Node. */
export const workers = {
  'mods-worker': 'src-main/mods/worker.ts',
  'hash-worker': 'src-main/mods/hash/worker.ts',
  'reading-worker': 'src-main/community/reading-worker.ts',
  'crash-worker': 'src-main/diagnostics/crash-worker.ts',
  'bookings-worker': 'src-main/bank/bookings-worker.ts',
  'keyring-worker': 'src-main/vault/keyring-worker.ts',
}

/**
 * Bundles TypeScript entries for plain Node: `{ name: path }`, paths absolute or from the project's folder, to `NAME.js` in `outDir`.
 * As in the app, libraries are bundled, native ones stay outside, and what starts loads only what it uses: the tests start hundreds of
 * threads and processes.
 *
 * @param {Record<string, string>} entries
 * @param {string} outDir from the project's folder
 * @param {import('vite').Plugin[]} [plugins]
 * @returns {Promise<void>}
 */
export async function buildForNode(entries, outDir, plugins = []) {
  const input = Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, resolve(root, path)]))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins,
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: {
        input,
        external: [/^@napi-rs/],
        treeshake: { moduleSideEffects: (id) => !id.includes('/src-main/') },
      },
    },
  })
}

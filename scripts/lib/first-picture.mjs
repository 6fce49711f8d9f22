import { svelte } from '@sveltejs/vite-plugin-svelte'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build } from 'vite'
import { root } from './paths.mjs'

/** Screens are loaded when they are first opened, and the first picture opens none: the build need not read them. */
const withoutScreens = {
  name: 'without-screens',
  resolveDynamicImport: (id) => (String(id).endsWith('.svelte') ? { id, external: true } : null),
}

/** Builds the page's components for Node into `dir`; resolves to the file to import. */
async function buildForNode(dir) {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(root, 'src-renderer'),
    plugins: [withoutScreens, svelte({ configFile: join(root, 'svelte.config.js') })],
    ssr: { noExternal: true },
    build: { ssr: join(root, 'src-renderer/prerender.ts'), outDir: dir, emptyOutDir: false, minify: false },
  })
  return pathToFileURL(join(dir, 'prerender.js')).href
}

/** Runs the built page where it may take a few names of the browser for granted without the build believing in them too. */
const runInWorker = (file) =>
  new Promise((done, fail) => {
    const worker = new Worker(new URL('first-picture-worker.mjs', import.meta.url), { workerData: { file } })
    worker.once('message', done)
    worker.once('error', fail)
  })

/** Puts the page's first pictures among the built files: see src-preload/contract/first-picture.ts. */
export const firstPicture = {
  name: 'first-picture',
  async generateBundle() {
    const dir = await mkdtemp(join(tmpdir(), 'loadout-prerender-'))
    try {
      const pictures = await runInWorker(await buildForNode(dir))
      for (const [fileName, source] of Object.entries(pictures)) this.emitFile({ type: 'asset', fileName, source })
    } finally {
      await rm(dir, { recursive: true, force: true })
    }
  },
}

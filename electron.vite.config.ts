import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite'

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
  'p-limit',
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

/**
 * electron-store can check its file by JSON Schema and brings a compiler for it: a third of a megabyte that main would read at
 * each start. The settings have a schema of their own, so none is ever given to it.
 */
const noJsonSchema: Plugin = {
  name: 'no-json-schema',
  enforce: 'pre',
  resolveId: (id) => (/^ajv(-formats)?(\/|$)/.test(id) ? '\0no-json-schema' : undefined),
  load: (id) => (id === '\0no-json-schema' ? 'export class Ajv2020 {}\nexport default undefined' : undefined),
}

/**
 * What Node's own `assert` says without a message it reads from the source: in a bundle, where a line is a hundred thousand
 * characters long, that takes it half a minute, and main stands still. The stack says where it was.
 */
const ASSERT = `module.exports = (value, message) => {
  if (!value) throw message instanceof Error ? message : Object.assign(new Error(message ?? 'an assertion failed'), { code: 'ERR_ASSERTION' })
}`
const promptAssert: Plugin = {
  name: 'prompt-assert',
  enforce: 'pre',
  resolveId: (id, importer) => (id === 'node:assert' && importer?.includes('undici') ? '\0prompt-assert' : undefined),
  load: (id) => (id === '\0prompt-assert' ? ASSERT : undefined),
}

/** Leaflet asks by markup whether SVG can be drawn, when it is loaded; the page's policy takes no text for markup. */
const leafletWithoutMarkup: Plugin = {
  name: 'leaflet-without-markup',
  transform(code, id) {
    if (!/leaflet-src(\.esm)?\.js$/.test(id)) return undefined
    const asking = "div.innerHTML = '<svg/>'"
    if (!code.includes(asking)) this.error(`Leaflet no longer says ${asking}`)
    return code.replace(asking, "div.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'))")
  },
}

const linkTo = (file: string, more: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...more, href: `./${file}`, crossorigin: true },
  injectTo: 'head',
})

/** A file of messages, by its language. */
const LOCALE = /resources\/locales\/(\w+)\/\w+\.json$/

/** A file of messages with the English texts that it lacks. */
export function wholeMessages(file: string, text: string): string {
  const english = readFileSync(file.replace(/\w+([\\/]\w+\.json)$/, 'en$1'), 'utf8')
  return JSON.stringify({ ...(JSON.parse(english) as object), ...(JSON.parse(text) as object) })
}

/** Fills the gaps of a translation in the build, so that the page loads no second language for them. */
const wholeTranslations: Plugin = {
  name: 'whole-translations',
  enforce: 'pre',
  transform: (text, id) => (LOCALE.test(id) ? { code: wholeMessages(id, text), map: null } : undefined),
}

/** Names in the document what the start script will ask for: the font, and the messages of each language (main keeps the one's). */
const startLinks: Plugin = {
  name: 'start-links',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.values(bundle).flatMap((file) => {
        if (file.type === 'asset')
          return file.fileName.endsWith('.woff2')
            ? [linkTo(file.fileName, { rel: 'preload', as: 'font', type: 'font/woff2' })]
            : []
        return LOCALE.test(file.moduleIds[0] ?? '')
          ? [linkTo(file.fileName, { rel: 'modulepreload', 'data-language': file.name })]
          : []
      }),
  },
}

/** What the page may load at its start: its first files and one language, packed. */
const START_LIMIT = 180 * 1024

/** The files that the page's document loads: its script, what that imports at once, and their styles. */
function startFiles(bundle: Rollup.OutputBundle): Set<string> {
  const names = new Set<string>()
  const add = (name: string) => {
    const file = bundle[name]
    if (!file || names.has(name)) return
    names.add(name)
    if (file.type === 'asset') return
    for (const other of [...file.imports, ...(file.viteMetadata?.importedCss ?? [])]) add(other)
  }
  for (const file of Object.values(bundle)) if (file.type === 'chunk' && file.isEntry) add(file.fileName)
  return names
}

/** Fails the build when the page's start has grown too large. */
const startSize: Plugin = {
  name: 'start-size',
  generateBundle(_options, bundle) {
    const packed = (name: string) => {
      const file = bundle[name]
      return file ? gzipSync(file.type === 'chunk' ? file.code : file.source).byteLength : 0
    }
    const languages = Object.values(bundle).filter(
      (file) => file.type === 'chunk' && LOCALE.test(file.moduleIds[0] ?? ''),
    )
    const start = [...startFiles(bundle)].reduce((sum, name) => sum + packed(name), 0)
    const language = Math.max(...languages.map(({ fileName }) => packed(fileName)))
    const size = start + language
    if (!(start > 0 && language > 0 && size <= START_LIMIT))
      this.error(`the page's start is ${size} bytes packed; ${START_LIMIT} is the limit`)
  },
}

/** Fails the build when something that runs in plain Node (the command line, a worker) would load Electron, now or later. */
const plainNode: Plugin = {
  name: 'plain-node',
  generateBundle(_options, bundle) {
    const seen = new Set<string>()
    const look = (name: string, from: string) => {
      if (name === 'electron') this.error(`${from} would load electron`)
      const file = bundle[name]
      if (file?.type !== 'chunk' || seen.has(name)) return
      seen.add(name)
      for (const other of [...file.imports, ...file.dynamicImports]) look(other, `${from} > ${name}`)
    }
    for (const file of Object.values(bundle))
      if (file.type === 'chunk' && file.isEntry && file.name !== 'index') look(file.fileName, file.name)
  },
}

export default defineConfig({
  main: {
    plugins: [noJsonSchema, promptAssert, oneByteSource, plainNode],
    build: {
      outDir: 'out/main',
      target: 'node20.18',
      externalizeDeps: { exclude: bundled },
      rolldownOptions: {
        // Our modules do nothing by being loaded, but for the entries: what starts loads only what it uses.
        treeshake: { moduleSideEffects: (id) => !id.includes('/src-main/') },
        // A third as much is read at each start and kept in memory; functions keep their names, for the log.
        output: { minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } } },
        input: {
          index: resolve(root, 'src-main/index.ts'),
          cli: resolve(root, 'src-main/cli.ts'),
          'mods-worker': resolve(root, 'src-main/mods/worker.ts'),
          'hash-worker': resolve(root, 'src-main/mods/hash/worker.ts'),
          'reading-worker': resolve(root, 'src-main/community/reading-worker.ts'),
          'crash-worker': resolve(root, 'src-main/diagnostics/crash-worker.ts'),
          'bookings-worker': resolve(root, 'src-main/bank/bookings-worker.ts'),
          'keyring-worker': resolve(root, 'src-main/vault/keyring-worker.ts'),
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
    json: { stringify: true, namedExports: false }, // messages: JSON is read several times faster than the same as code
    plugins: [
      svelte({ configFile: resolve(root, 'svelte.config.js') }),
      leafletWithoutMarkup,
      wholeTranslations,
      oneByteSource,
      startLinks,
      startSize,
    ],
    build: {
      outDir: 'out/renderer',
      target: 'chrome130',
      minify: true,
      rolldownOptions: {
        input: resolve(root, 'src-renderer/index.html'),
        output: {
          codeSplitting: {
            groups: [
              // Each file of the page costs a trip through main: what the start needs is one file, not sixty.
              { name: 'start', tags: ['$initial'], priority: 1 },
              { name: (id) => LOCALE.exec(id)?.[1] ?? null, test: LOCALE, priority: 2 },
              { name: 'shared', minShareCount: 3, test: /src-renderer|lucide/ },
            ],
          },
        },
      },
    },
  },
})

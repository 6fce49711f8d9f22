import { resolve } from 'node:path'
import { build } from 'vite'

/** Bundles a TypeScript entry for a child process in plain Node; returns the path of what to run. */
export async function bundleForNode(entry: string, name: string): Promise<string> {
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
      rolldownOptions: { input: { [name]: entry }, external: [/^@napi-rs/] },
    },
  })
  return resolve(root, `out/test/${name}.js`)
}

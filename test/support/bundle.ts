import { resolve } from 'node:path'
import { buildForNode } from '../../scripts/lib/build-for-node.mjs'

/** Bundles a TypeScript entry for a child process in plain Node; returns the path of what to run. */
export async function bundleForNode(entry: string, name: string): Promise<string> {
  await buildForNode({ [name]: entry }, 'out/test')
  return resolve(import.meta.dirname, `../../out/test/${name}.js`)
}

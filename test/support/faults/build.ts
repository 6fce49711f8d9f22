import { copyFileSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureBuilt, ensureBuiltAs, SOURCES } from '../../../scripts/lib/build.mjs'

const root = resolve(import.meta.dirname, '../../..')

/** Of the faulty app its main process alone is its own. */
const SHARED = ['resources', 'out/preload', 'out/renderer']

/** Builds the app whose main process can be told to fail (plugin.ts), unless that was done. Resolves to the folder to start it from; absolute. */
export async function ensureFaultyBuilt(): Promise<string> {
  const folder = join(root, 'out/faulty')
  await ensureBuilt()
  await ensureBuiltAs(folder, {
    config: 'faulty.vite.config.ts',
    sources: [...SOURCES, 'faulty.vite.config.ts', 'test/support/faults'],
    results: ['out/main/index.js'],
  })
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'))
  mkdirSync(join(folder, 'out'), { recursive: true })
  for (const path of SHARED)
    if (!existsSync(join(folder, path))) symlinkSync(join(root, path), join(folder, path), 'junction')
  return folder
}

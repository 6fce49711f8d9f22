import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { tempFolder } from './temp-folder.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')

/** In the place of mksquashfs: keeps the folder that it would pack. */
const KEEP_FOLDER = '#!/bin/sh\ncp -al "$1" "$2.folder" && touch "$2"\n'

/** Stands in for the AppImage tools that electron-builder downloads. */
function appImageTools(): string {
  const tools = tempFolder()
  for (const folder of ['linux-x64', 'lib/x64']) mkdirSync(join(tools, folder), { recursive: true })
  for (const name of ['linux-x64/mksquashfs', 'linux-x64/desktop-file-validate', 'runtime-x64'])
    writeFileSync(join(tools, name), KEEP_FOLDER, { mode: 0o755 })
  return tools
}

/**
 * Has electron-builder make a package of Linux, of the Electron at hand. `env` is the build's own. Resolves to the package's path; beside an
 * AppImage, which has no runtime, stands its folder: `….AppImage.folder`.
 */
export async function build(kind: 'deb' | 'AppImage', version: string, env?: Record<string, string>): Promise<string> {
  const output = join(tempFolder(), version)
  const changes = [`-c.directories.output=${output}`, `-c.extraMetadata.version=${version}`]
  const tools = { CUSTOM_FPM_PATH: join(import.meta.dirname, 'fpm.mjs'), APPIMAGE_TOOLS_PATH: appImageTools() }
  const words = [join(root, 'scripts/package.mjs'), '--linux', kind, '--at-hand', ...changes]
  await run(process.execPath, words, { cwd: root, env: { ...process.env, ...tools, ...env }, maxBuffer: 1 << 24 })
  return join(output, kind === 'deb' ? `loadout_${version}_amd64.deb` : `Loadout-${version}.AppImage`)
}

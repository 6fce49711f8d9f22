import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import config from '../../electron-builder.config.mjs'
import { build } from './support/build.ts'
import { type CleanRoot, openCleanRoot } from './support/clean-root.ts'

const VERSION = '1.0.0'
const FOLDER = '/home/player/Loadout.AppDir'

describe('the AppImage’s folder, copied into a least Debian', () => {
  let system: CleanRoot

  beforeAll(async () => {
    system = await openCleanRoot()
    const image = await build('AppImage', VERSION)
    cpSync(`${image}.folder`, join(system.files, FOLDER), { recursive: true, verbatimSymlinks: true })
    // An AppImage names nothing that it needs; the deb does.
    expect(await system.apt(`install -y -qq --no-install-recommends ${config.deb?.depends?.join(' ')}`)).toBe('')
    expect(await system.run(`chown -R player: ${FOLDER}`)).toMatchObject({ code: 0 })
  })

  it('has what a desktop shows of it, started with no switch', async () => {
    const entry = readFileSync(join(system.files, FOLDER, 'loadout.desktop'), 'utf8')
    expect(entry).toMatch(/^Exec=AppRun %U$/m)
    expect(entry).toMatch(/^MimeType=x-scheme-handler\/loadout;$/m)
    expect(await system.run(`test -s ${FOLDER}/.DirIcon`)).toMatchObject({ code: 0 })
  })

  // without the sandbox, which AppRun takes away where the system seems to have none, it would not tell of a screen
  it('starts for an ordinary user with the sandbox, and shows its first screen', async () => {
    expect(await system.smoke(`${FOLDER}/AppRun`)).toMatchObject({ ok: true, packaged: true, version: VERSION })
  })
})

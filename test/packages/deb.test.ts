import { execFile } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { virtualDisplay } from '../../scripts/lib/desktop.mjs'
import { type CleanRoot, openCleanRoot } from './support/clean-root.ts'
import { openFeed } from './support/feed.ts'
import { operatedApp } from './support/operated.ts'
import { atEnd, tempFolder } from './support/temp-folder.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const VERSIONS = ['1.0.0', '2.0.0'] as const

/** Builds the deb of a version by electron-builder, of the Electron at hand, that updates itself from `feed`. Resolves to its path. */
async function build(version: string, feed: { url: string; publicKey: string }): Promise<string> {
  const output = join(tempFolder(), version)
  const changes = [`-c.directories.output=${output}`, `-c.extraMetadata.version=${version}`]
  const updates = { LOADOUT_UPDATE_URL: feed.url, LOADOUT_UPDATE_KEY: feed.publicKey }
  const env = { ...process.env, ...updates, CUSTOM_FPM_PATH: join(import.meta.dirname, 'support/fpm.mjs') }
  const words = [join(root, 'scripts/package.mjs'), '--linux', 'deb', '--at-hand', ...changes]
  await run(process.execPath, words, { cwd: root, env, maxBuffer: 1 << 24 })
  return join(output, `loadout_${version}_amd64.deb`)
}

const AS_PLAYER = 'cd /home/player && HOME=/home/player setpriv --reuid=player --regid=player --init-groups --'
const DATA = '/home/player/.config/Loadout'
const said = readFileSync(join(root, 'resources/locales/en/settings.json'), 'utf8')
const texts = JSON.parse(said) as Record<string, string>

describe('the deb, in a least Debian', () => {
  let system: CleanRoot
  let feed: Awaited<ReturnType<typeof openFeed>>
  let [first, next] = ['', '']

  beforeAll(async () => {
    const display = await virtualDisplay()
    atEnd(display.stop)
    system = await openCleanRoot(display.env.DISPLAY)
    feed = await openFeed()
    first = await build(VERSIONS[0], feed)
    next = await build(VERSIONS[1], feed)
    cpSync(first, join(system.files, 'loadout.deb'))
    expect(await system.run('apt-get update -qq && useradd -m player')).toMatchObject({ code: 0 })
  })

  /** What the app says of its first screen. */
  async function smoke(...switches: string[]): Promise<unknown> {
    const { out } = await system.run(`${AS_PLAYER} loadout --smoke ${switches.join(' ')}`)
    return JSON.parse(out.split('\n').find((line) => line.startsWith('{')) ?? '{}')
  }
  const apt = (words: string) => system.run(`apt-get ${words} 2>&1`)
  const installed = async () => (await system.run("dpkg-query -f '${Version}' -W loadout")).out

  it('is installed with what it names, and nothing else', async () => {
    const { code, out } = await apt('install -y -qq --no-install-recommends /loadout.deb')
    expect({ code, end: code === 0 ? '' : out.slice(-2000) }).toEqual({ code: 0, end: '' })
    expect(await installed()).toBe(VERSIONS[0])
    const handler = await system.run(`${AS_PLAYER} xdg-mime query default x-scheme-handler/loadout`)
    expect(handler.out.trim()).toBe('loadout.desktop')
  })

  it('starts for an ordinary user with the sandbox, and shows its first screen', async () => {
    expect(await smoke()).toMatchObject({ ok: true, packaged: true, version: VERSIONS[0] })
    expect(await smoke('--no-sandbox')).toEqual({}) // it refuses to
  })

  describe('when it updates itself', () => {
    let app: Awaited<ReturnType<typeof operatedApp>>

    it('is operated by its names, as a screen reader does', async () => {
      app = await operatedApp(system, feed.authority)
      await app.act('press Later', 'press Settings', 'press Window and start', 'press Ask me first')
    })

    it('refuses a broken one, and one that is not signed', async () => {
      feed.offer(next, { unsigned: true })
      await app.act('press Check now', `see ${texts['updates.unsigned']}`)
      expect(feed.asked()).not.toContain(basename(next))
      feed.offer(next, { broken: true })
      await app.act('press Check now', `press Download ${VERSIONS[1]}`, `see ${texts['updates.unsigned']}`)
      expect(feed.asked()).toContain(basename(next))
    })

    it('does not take an older one', async () => {
      feed.offer(next, { version: '0.9.0' })
      await app.act('press Check now', `see ${texts['updates.state.idle']}`)
      expect(feed.asked()).toEqual(['latest-linux.yml'])
    })

    it('says so when the system does not let it', async () => {
      feed.offer(next)
      await app.act('allow NO', 'press Check now', `press Download ${VERSIONS[1]}`, 'press Restart and install')
      await app.act(`see ${texts['updates.not-installed']}`)
      const log = readFileSync(join(system.files, DATA, 'logs/loadout.log'), 'utf8')
      expect(log.match(/Error executing command as another user: Not authorized/g)).toHaveLength(1) // asked once
    })

    it('starts again as the next version, which has the same data', async () => {
      await app.act('allow YES', 'press Check now', `press Download ${VERSIONS[1]}`, 'press Restart and install')
      await app.act('see Needs your attention', 'press Settings', 'press Privacy and support', `see ${VERSIONS[1]}`)
      await app.quit()
      expect(await installed()).toBe(VERSIONS[1])
      expect((await system.run(`cat ${DATA}/settings.json`)).out).toContain('"updates": "ask"')
      expect((await system.run(`cat ${DATA}/logs/*`)).out).not.toContain(' error incident ')
    })
  })

  it('is removed without the player’s data', async () => {
    expect(await apt('purge -y -qq loadout')).toMatchObject({ code: 0 })
    expect((await system.run('ls /opt/Loadout /usr/bin/loadout')).code).not.toBe(0)
    expect((await system.run(`cat ${DATA}/settings.json`)).out).toContain('"updates": "ask"')
  })
})

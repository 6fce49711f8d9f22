import { cpSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { build } from './support/build.ts'
import { AS_PLAYER, type CleanRoot, openCleanRoot } from './support/clean-root.ts'
import { openFeed } from './support/feed.ts'
import { operatedApp } from './support/operated.ts'

const root = resolve(import.meta.dirname, '../..')
const VERSIONS = ['1.0.0', '2.0.0'] as const

const DATA = '/home/player/.config/Loadout'

/** A text of the app by its key, as the page calls it. */
function t(key: string): string {
  const [file = '', ...rest] = key.split('.')
  const said = readFileSync(join(root, `resources/locales/en/${file}.json`), 'utf8')
  const text = (JSON.parse(said) as Record<string, string>)[rest.join('.')]
  if (text === undefined) throw new Error(`there is no text ${key}`)
  return text.replace('{version}', VERSIONS[1])
}
const press = (key: string) => `press ${t(key)}`
const see = (key: string) => `see ${t(key)}`

describe('the deb, in a least Debian', () => {
  let system: CleanRoot
  let feed: Awaited<ReturnType<typeof openFeed>>
  let [first, next] = ['', '']

  beforeAll(async () => {
    system = await openCleanRoot()
    feed = await openFeed()
    const updates = { LOADOUT_UPDATE_URL: feed.url, LOADOUT_UPDATE_KEY: feed.publicKey }
    first = await build('deb', VERSIONS[0], updates)
    next = await build('deb', VERSIONS[1], updates)
    cpSync(first, join(system.files, 'loadout.deb'))
  })

  const installed = async () => (await system.run("dpkg-query -f '${Version}' -W loadout")).out

  it('is installed with what it names, and nothing else', async () => {
    expect(await system.apt('install -y -qq --no-install-recommends /loadout.deb')).toBe('')
    expect(await installed()).toBe(VERSIONS[0])
    const handler = await system.run(`${AS_PLAYER} xdg-mime query default x-scheme-handler/loadout`)
    expect(handler.out.trim()).toBe('loadout.desktop')
  })

  it('starts for an ordinary user with the sandbox, and shows its first screen', async () => {
    expect(await system.smoke('loadout')).toMatchObject({ ok: true, packaged: true, version: VERSIONS[0] })
    expect(await system.smoke('loadout --no-sandbox')).toEqual({}) // it refuses to
  })

  describe('when it updates itself', () => {
    let app: Awaited<ReturnType<typeof operatedApp>>

    it('is operated by its names, as a screen reader does', async () => {
      app = await operatedApp(system, feed.authority)
      await app.act(...['setup.later', 'settings.screen', 'settings.tab.desktop', 'settings.updates.ask'].map(press))
    })

    it('refuses a broken one, and one that is not signed', async () => {
      feed.offer(next, { unsigned: true })
      await app.act(press('settings.updates.check'), see('settings.updates.unsigned'))
      expect(feed.asked()).not.toContain(basename(next))
      feed.offer(next, { broken: true })
      await app.act(press('settings.updates.check'), press('settings.updates.load'), see('settings.updates.unsigned'))
      expect(feed.asked()).toContain(basename(next))
    })

    it('does not take an older one', async () => {
      feed.offer(next, { version: '0.9.0' })
      await app.act(press('settings.updates.check'), see('settings.updates.state.idle'))
      expect(feed.asked().toSorted()).toEqual(['latest-linux.yml', 'latest-linux.yml.sig'])
    })

    it('says so when the system does not let it', async () => {
      feed.offer(next)
      await app.act(
        'allow NO',
        press('settings.updates.check'),
        press('settings.updates.load'),
        press('settings.updates.install'),
      )
      await app.act(see('settings.updates.not-installed'))
      const log = readFileSync(join(system.files, DATA, 'logs/loadout.log'), 'utf8')
      expect(log.match(/Error executing command as another user: Not authorized/g)).toHaveLength(1) // asked once
    })

    it('starts again as the next version, which has the same data', async () => {
      await app.act(
        'allow YES',
        press('settings.updates.check'),
        press('settings.updates.load'),
        press('settings.updates.install'),
      )
      // a first start would have no sidebar
      await app.act(press('settings.screen'), press('settings.tab.support'), `see ${VERSIONS[1]}`)
      await app.quit()
      expect(await installed()).toBe(VERSIONS[1])
      expect((await system.run(`cat ${DATA}/settings.json`)).out).toContain('"updates": "ask"')
      expect((await system.run(`cat ${DATA}/logs/*`)).out).not.toContain(' error incident ')
    })
  })

  it('is removed without the player’s data', async () => {
    expect(await system.apt('purge -y -qq loadout')).toBe('')
    expect((await system.run('ls /opt/Loadout /usr/bin/loadout')).code).not.toBe(0)
    expect((await system.run(`cat ${DATA}/settings.json`)).out).toContain('"updates": "ask"')
  })
})

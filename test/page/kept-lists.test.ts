import { render } from '@testing-library/svelte'
import { beforeAll, expect, it } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { PageChange, PlayerSettings } from '../../src-preload/contract/settings.ts'
import type { Friends } from '../../src-renderer/servers/friends.ts'
import type { favouritesOf } from '../../src-renderer/views/app.svelte.ts'
import type { Pins } from '../../src-renderer/world/map/pins.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'
import Host from './support/Host.svelte'
import ListsCase from './support/ListsCase.svelte'
import { playMain } from './support/play-main.ts'
import { firstStart } from './support/start.ts'

interface Lists {
  favourites: ReturnType<typeof favouritesOf>
  friends: Friends
  pins: Pins
}

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

/** Late work of an earlier test may tell of something else. */
const ofSave = () => toasts.notices.filter(({ title, text }) => `${title} ${text}`.includes('could not be saved'))

const pin = (x: number) => ({ x, y: 1, note: '' })

it.each([
  [
    'favourites',
    ({ favourites }, at) => favourites.toggle(at),
    ({ favouriteServers }) => favouriteServers,
    ['h/2', 'h/1'],
  ],
  ['friends', ({ friends }, at) => friends.toggle(`Ada ${at}`), ({ friends }) => friends['h'], ['Ada 2', 'Ada 1']],
  ['pins', ({ pins }, at) => pins.add([pin(at)]), ({ mapPins }) => mapPins['h'], [pin(2), pin(1)]],
] as [string, (lists: Lists, at: number) => unknown, (settings: PlayerSettings) => unknown, unknown[]][])(
  'saves %s again without what was changed since the first attempt being lost',
  async (_, add, kept, both) => {
    const fake = playMain()
    let settings = firstStart().settings.settings
    let isFull = true
    const save = (change: PageChange) => {
      if (isFull) return Promise.reject(new Failure('settings-not-saved', { errno: 'ENOSPC' }))
      settings = { ...settings, ...change }
      fake.settings.set({ settings, notices: [] })
      return Promise.resolve()
    }
    const main = { ...fake.main, settings: { ...fake.main.settings, change: save } }
    let lists: Lists | undefined
    const given = { give: (all: Lists) => (lists = all) }
    render(Host, { main, i18n, router: new Router(), view: ListsCase as never, given })
    if (!lists) throw new Error('no lists')
    add(lists, 1)
    await expect.poll(ofSave).toHaveLength(1)
    isFull = false
    add(lists, 2)
    await expect.poll(() => kept(settings)).toHaveLength(1)
    ofSave()[0]?.action?.run()
    await expect.poll(() => kept(settings)).toEqual(both)
  },
)

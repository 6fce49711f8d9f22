import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  isQuiet,
  notificationText,
  type Notice,
  type NoticeRules,
  type Shown,
} from '../../src-main/notifications/notice.ts'
import { hasRunOut, isOutdated, reminderNotices, upkeepNotices } from '../../src-main/notifications/own-notices.ts'
import { Notifier } from '../../src-main/notifications/notifier.ts'
import { openSeenKeys, openWaitingNotices } from '../../src-main/notifications/index.ts'
import { createSay } from '../../src-main/desktop/index.ts'
import { tempDir } from '../support/temp.ts'
import { noLog } from '../support/no-log.ts'

const standard: NoticeRules = {
  silenced: [],
  quietHours: false,
  quietFromMinute: 22 * 60,
  quietUntilMinute: 8 * 60,
  quietWhilePlaying: true,
}
const online = (key: string): Notice => ({
  class: 'server-online',
  key,
  name: `Server ${key}`,
  place: { screen: 'server', id: key },
})

function open(rules: Partial<NoticeRules> = {}) {
  const folder = tempDir()
  const [path, waiting] = [join(folder, 'seen.json'), join(folder, 'waiting.json')]
  const state = { playing: false, minute: 12 * 60, now: 0, rules: { ...standard, ...rules }, ready: [7], left: false }
  const shown: Shown[] = []
  const start = () =>
    new Notifier({
      rules: () => state.rules,
      isPlaying: () => state.playing,
      minute: () => state.minute,
      isOutdated: (notice) =>
        isOutdated(notice, { isReady: (modId) => state.ready.includes(modId) }, state.left) ||
        hasRunOut(notice, state.now),
      seen: openSeenKeys(path, noLog),
      waiting: openWaitingNotices(waiting, noLog),
      show: (what) => shown.push(what),
    })
  return { state, shown, start, waiting }
}

describe('a notice', () => {
  it('is told once, also over a restart', () => {
    const { shown, start } = open()
    start().post(online('1'))
    const restarted = start()
    restarted.post(online('1'))
    restarted.post(online('2'))
    expect(shown.map((what) => what.kind === 'notice' && what.notice.key)).toEqual(['1', '2'])
  })

  it('of a class that is switched off is never told', () => {
    const { shown, start } = open({ silenced: ['server-online'] })
    start().post(online('1'))
    expect(shown).toEqual([])
  })

  it('that comes with many others is told with them, so that no service fills the screen', () => {
    const { shown, start } = open()
    const notifier = start()
    const post = (first: number) => {
      for (let at = first; at < first + 8; at++) notifier.post(online(`${at}`))
    }
    post(0)
    expect(shown.map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => 'notice'))
    notifier.look()
    expect(shown[5]).toMatchObject({ kind: 'digest', notices: [5, 6, 7].map((key) => ({ key: `${key}` })) })
    post(10) // after a look some may come alone again
    expect(shown.length).toBe(6 + 5)
  })

  it('that a service names without end is told so often, and pushes out no other', () => {
    const { shown, start, waiting } = open()
    const notifier = start()
    notifier.post({ ...online('own'), class: 'transfer' })
    for (let at = 0; at < 2_000; at++) notifier.post(online(`${at}`))
    notifier.post({ ...online('later'), class: 'transfer' })
    expect(JSON.parse(readFileSync(waiting, 'utf8'))).toHaveLength(20 - 4 + 1)
    notifier.look()
    expect(shown[0]).toMatchObject({ notice: { key: 'own' } })
    expect(shown[5]).toMatchObject({
      notices: expect.arrayContaining([expect.objectContaining({ key: 'later' })]) as unknown,
    })
  })

  it('waits while the game runs, and is told in one digest after', () => {
    const { state, shown, start } = open()
    const notifier = start()
    state.playing = true
    for (const key of ['1', '2', '1']) notifier.post(online(key))
    notifier.look()
    expect(shown).toEqual([])
    state.playing = false
    notifier.look()
    notifier.look()
    expect(shown).toEqual([{ kind: 'digest', notices: [online('1'), online('2')] }])
  })

  it('waits through the quiet hours; one alone is told as itself', () => {
    const { state, shown, start } = open({ quietHours: true })
    const notifier = start()
    state.minute = 23 * 60
    notifier.post(online('1'))
    state.minute = 8 * 60
    notifier.look()
    expect(shown).toEqual([{ kind: 'notice', notice: online('1') }])
  })

  it('that waits outlives a restart', () => {
    const { state, shown, start } = open({ quietHours: true })
    state.minute = 23 * 60
    start().post(online('1'))
    const restarted = start()
    restarted.post(online('1'))
    restarted.look()
    expect(shown).toEqual([])
    state.minute = 8 * 60
    restarted.look()
    start().look()
    expect(shown).toEqual([{ kind: 'notice', notice: online('1') }])
  })

  it('that a mod is ready goes where it is not any more by the time it may be told, or where nobody knows which mod', () => {
    const { state, shown, start } = open({ quietHours: true })
    state.minute = 23 * 60
    const ready = (key: string, id?: string): Notice => ({
      ...{ class: 'mod-ready', key, name: 'Harbour' },
      place: { screen: 'mods', ...(id && { id }) },
    })
    const notifier = start()
    for (const notice of [ready('a', '7'), ready('b', '8'), ready('old'), online('1')]) notifier.post(notice)
    state.minute = 8 * 60
    const restarted = start()
    restarted.look()
    expect(shown).toEqual([{ kind: 'digest', notices: [ready('a', '7'), online('1')] }])
    state.minute = 23 * 60
    restarted.post(ready('c', '7'))
    state.ready = []
    state.minute = 8 * 60
    restarted.look()
    expect(shown).toHaveLength(1)
  })

  it.each(['awake', 'asleep'])(
    'that counts hours counts those that are left in the morning, after a night %s',
    (night) => {
      const { state, shown, start } = open({ quietHours: true })
      const notifier = start()
      const known = new Map<string, number>()
      const house = { kind: 'house' as const, id: 7, name: '', hoursLeft: 20 }
      const look = () => {
        upkeepNotices([house], 0, state.now, known).forEach(notifier.post)
        notifier.look()
      }
      state.minute = 22 * 60
      look()
      for (let halves = 1; night === 'awake' && halves < 20; halves++) {
        state.now = halves * 1_800_000
        look()
      }
      state.minute = 8 * 60
      state.now = 10 * 3_600_000
      notifier.look()
      look()
      expect(shown).toMatchObject([{ kind: 'notice', notice: { facts: { stage: 'day', count: 10 } } }])
    },
  )

  it('about a price names it in the community’s own money, in every language', () => {
    const price: Notice = {
      class: 'market-price',
      key: 'p',
      name: 'Fisch',
      facts: { price: 1200 },
      place: { screen: 'market', id: 'fish' },
    }
    const said = (language: 'en' | 'de') =>
      notificationText(
        { kind: 'notice', notice: price },
        createSay(() => language),
        { title: 'Hallig', currency: '€' },
      ).body
    expect([said('en'), said('de')]).toEqual(['Fisch is at €1,200', 'Fisch steht bei 1.200\u00a0€'])
    price.facts = { price: 1200, kind: 'base' }
    expect([said('en'), said('de')]).toEqual([
      'The base price of Fisch is €1,200',
      'Der Grundpreis von Fisch steht bei 1.200\u00a0€',
    ])
  })

  it('shows a service’s words as words: no tag, no hidden sign, and not without end', () => {
    const name = `<a href="https://hostile.invalid">\u202Egnp</a>\n<img src="file:///etc/passwd">${'x'.repeat(5_000)}`
    const sender = { title: '<b>Loadout', currency: '$' }
    for (const language of ['en', 'de'] as const) {
      const say = createSay(() => language)
      const shown: Shown[] = [
        { kind: 'notice', notice: { ...online('x'), name } },
        { kind: 'digest', notices: [online('x'), { ...online('y'), name }] },
      ]
      for (const each of shown) {
        const { title, body } = notificationText(each, say, sender)
        expect(title + body).not.toMatch(/<|\u202E/)
        expect(body.length).toBeLessThan(1_000)
      }
    }
  })

  const news = 'Transfer update'
  const due = 'Payment due'
  it.each([
    [{}, 'Transfer unresolved: $4,711 to Carsten', 'House 7 is due', 'Rent is due', 'Ole is on Hafen'],
    [{ streamer: true }, news, due, due, 'A friend is playing'],
    [{ locked: true }, news, 'House 7 is due', due, 'Ole is on Hafen'],
  ])('with %j nothing is told that others must not see, and nothing untrue', (hide, ...lines) => {
    const notice = (what: Notice['class'], name: string, facts: Notice['facts']): Notice => ({
      class: what,
      key: what,
      name,
      facts,
      isPrivate: true,
      place: { screen: 'bank' },
    })
    const notices = [
      notice('transfer', 'Carsten', { state: 'unknown', amount: 4711, currency: '$' }),
      notice('upkeep', '', { kind: 'house', id: '7', stage: 'due', count: 0 }),
      ...reminderNotices({ id: 'a', name: 'Rent', from: '', to: '', amount: 9, info: '', due: '2026-11-20' }),
      notice('friend-online', 'Ole', { server: 'Hafen' }),
    ]
    const say = createSay(() => 'en')
    const { body } = notificationText({ kind: 'digest', notices }, say, { title: 'Hallig', currency: '$' }, hide)
    expect(body.split('\n')).toEqual(lines)
  })

  it('that is private and waits outlives a restart without its content, which stands in no file', () => {
    const { state, shown, start, waiting } = open({ quietHours: true })
    const transfer: Notice = {
      class: 'transfer',
      key: 'transfer:1:refused',
      name: 'Carsten',
      facts: { state: 'refused', amount: 4711, currency: '$' },
      isPrivate: true,
      place: { screen: 'bank', id: 'NH123456' },
    }
    state.minute = 23 * 60
    start().post(transfer)
    for (const secret of ['Carsten', '4711', 'NH123456']) expect(readFileSync(waiting, 'utf8')).not.toContain(secret)
    const restarted = start()
    state.minute = 8 * 60
    restarted.look()
    start().look()
    expect(shown).toMatchObject([{ kind: 'notice', notice: { key: transfer.key, place: { screen: 'bank' } } }])
    const said = (what?: Shown) =>
      what &&
      notificationText(
        what,
        createSay(() => 'en'),
        { title: 'Hallig', currency: '¤' },
      ).body
    expect(said(shown[0])).toBe('Transfer update')

    // What it was about is told where it is heard of again before its time.
    state.minute = 23 * 60
    const due: Notice = {
      ...transfer,
      class: 'upkeep',
      key: 'upkeep:1',
      facts: { kind: 'house', id: '7', stage: 'over' },
    }
    start().post(due)
    const heardAgain = start()
    heardAgain.post(due)
    state.minute = 8 * 60
    heardAgain.look()
    expect(said(shown[1])).toBe('House 7 is overdue')
  })

  it('that was held about a player is dropped when they sign out', () => {
    const { state, shown, start, waiting } = open({ quietHours: true })
    const notifier = start()
    state.minute = 23 * 60
    notifier.post({ ...online('transfer:1'), class: 'transfer', isPrivate: true })
    notifier.post({ ...online('house:1'), class: 'upkeep', isPrivate: true })
    notifier.post(online('1'))
    state.left = true
    notifier.look()
    state.left = false // another one signs in
    state.minute = 8 * 60
    notifier.look()
    expect(shown).toMatchObject([{ kind: 'notice', notice: { key: '1' } }])
    expect(JSON.parse(readFileSync(waiting, 'utf8'))).toEqual([])
  })

  it('that was held is dropped when its class is switched off meanwhile', () => {
    const { state, shown, start } = open()
    const notifier = start()
    state.playing = true
    notifier.post(online('1'))
    state.rules = { ...standard, silenced: ['server-online'] }
    state.playing = false
    notifier.look()
    expect(shown).toEqual([])
  })
})

it('quiet hours may run over midnight', () => {
  const over = { ...standard, quietHours: true }
  const within = { ...over, quietFromMinute: 60, quietUntilMinute: 120 }
  expect([1319, 1320, 0, 479, 480].map((minute) => isQuiet(over, minute))).toEqual([false, true, true, true, false])
  expect([59, 60, 119, 120].map((minute) => isQuiet(within, minute))).toEqual([false, true, true, false])
})

it('native texts follow the language and count rightly', () => {
  const [en, de] = [createSay(() => 'en'), createSay(() => 'de')]
  expect(en('notice.digest', { count: 1 })).toBe('1 new notification')
  expect(de('notice.digest', { count: 3 })).toBe('3 neue Benachrichtigungen')
})

import { describe, expect, it } from 'vitest'
import type { RecentPlace } from '../../src-preload/contract/play.ts'
import { parseLink } from '../../src-main/links/index.ts'
import { appMenu, createSay, jumpList, recentMenu, trayMenu } from '../../src-main/desktop/index.ts'

const say = createSay(() => 'en')
const places: RecentPlace[] = [
  { kind: 'server', serverId: 7, name: 'Harbour & Isle', at: 3 },
  { kind: 'voice', voiceId: 2, name: 'Radio', at: 2 },
  { kind: 'voice', name: 'Old radio', at: 1 },
  { kind: 'game', name: 'Arma 3', at: 0 },
]

it('speaks English where a language lacks a message', () => {
  expect(createSay(() => 'xx')('question.no')).toBe(say('question.no'))
})

describe('the places joined last', () => {
  it('are menu items, each with its deed', () => {
    const done: RecentPlace[] = []
    const menu = recentMenu(places, say, (place) => done.push(place))
    expect(menu.map(({ label }) => label)).toEqual([
      'Harbour && Isle',
      'Voice: Radio',
      'Voice: Old radio',
      'Start Arma 3',
    ])
    for (const { click } of menu) click?.()
    expect(done).toEqual(places)
  })

  it('show a hostile name on one line, without what cannot be seen, and not too long', () => {
    const name = `\u202eevil\n\u0000${'x'.repeat(200)}`
    const [item] = recentMenu([{ kind: 'server', serverId: 1, name, at: 1 }], say, () => undefined)
    expect(item?.label).toMatch(/^evil +x+…$/)
    expect([...(item?.label ?? '')]).toHaveLength(60)
  })
})

describe('the jump list', () => {
  const start = { program: 'C:\\Program Files\\Loadout\\Loadout.exe', before: [] }
  const itemsOf = (list: ReturnType<typeof jumpList>) => list.flatMap(({ items = [] }) => items)

  it('starts the app with a link that it understands, and names voice once', () => {
    const list = jumpList(places, say, start, [])
    expect(list.map(({ type, name }) => [type, name])).toEqual([['custom', 'Last joined']])
    const items = itemsOf(list)
    expect(items.map(({ title, program, args }) => [title, program, args])).toEqual([
      ['Harbour & Isle', start.program, '"loadout://join/7"'],
      ['Voice: Radio', start.program, '"loadout://open/voice"'],
      ['Start Arma 3', start.program, '"loadout://open/servers"'],
    ])
    const links = items.map(({ args = '' }) => parseLink(args.slice(1, -1)))
    expect(links).toEqual([
      { kind: 'ask-join', serverId: '7' },
      { kind: 'go', place: { screen: 'voice' } },
      { kind: 'go', place: { screen: 'servers' } },
    ])
  })

  it('names the app’s folder where it runs from source', () => {
    const [item] = itemsOf(jumpList(places, say, { ...start, before: ['C:\\my loadout'] }, []))
    expect(item?.args).toBe('"C:\\my loadout" "loadout://join/7"')
  })

  it('does not bring back what the player took off, and is nothing where nothing is left', () => {
    const [server, voice, game] = ['"loadout://join/7"', '"loadout://open/voice"', '"loadout://open/servers"']
    expect(itemsOf(jumpList(places, say, start, [server])).map(({ args }) => args)).toEqual([voice, game])
    expect(jumpList(places, say, start, [server, voice, game])).toEqual([])
    expect(jumpList([], say, start, [])).toEqual([])
  })
})

it('the tray has them between opening and voice', () => {
  const actions = {
    open: () => undefined,
    openSettings: () => undefined,
    joinVoice: () => undefined,
    quit: () => undefined,
  }
  const labels = (recent: RecentPlace[]) =>
    trayMenu(
      say,
      recentMenu(recent, say, () => undefined),
      actions,
    ).map(({ label, type }) => label ?? type)
  expect(labels(places.slice(0, 2))).toEqual([
    'Open Loadout',
    'separator',
    'Last joined',
    'Harbour && Isle',
    'Voice: Radio',
    'Join voice',
    'separator',
    'Settings',
    'Quit',
  ])
  expect(labels([])).not.toContain('Last joined')
})

it('⌘Q on macOS ends the app as its tray does', () => {
  let quits = 0
  const item = appMenu(say, () => quits++).find((one) => 'accelerator' in one)
  expect(item).toMatchObject({ label: 'Quit', accelerator: 'Command+Q' })
  if (item && 'click' in item) item.click?.()
  expect(quits).toBe(1)
})

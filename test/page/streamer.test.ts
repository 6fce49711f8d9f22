import { fireEvent, render, screen } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'
import Accounts from '../../src-renderer/bank/Accounts.svelte'
import LaunchLine from '../../src-renderer/play/LaunchLine.svelte'
import { Friends } from '../../src-renderer/servers/friends.ts'
import PlayerTable from '../../src-renderer/servers/PlayerTable.svelte'
import PlaceFacts from '../../src-renderer/world/map/PlaceFacts.svelte'
import { companyPlaces } from '../../src-renderer/world/map/places.ts'
import { I18n } from '#shared/i18n/index.ts'
import { streamer } from '#shared/privacy/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { playMain, serverOf } from './support/play-main.ts'

const NAME = 'Fenja Carstens'
const company = { id: 3, name: 'Yard', owner: NAME }
const preview = { way: 'program', program: `/home/${NAME}/game`, args: [`-name=${NAME}`], parameterFile: [NAME] }
const account = { iban: 'NH1', balance: 1_250, kind: 'own', label: '', isDefault: true }

afterEach(() => {
  streamer.on = false
  vi.unstubAllGlobals()
})

it.each([
  [
    'who plays on a server',
    PlayerTable,
    {
      server: serverOf(1, 'Harbour', { players: [NAME] }),
      friends: new Friends(
        () => [],
        () => undefined,
      ),
    },
  ],
  [
    'a company on the map',
    PlaceFacts,
    {
      place: companyPlaces([{ industrialAreaId: null, company, position: null, goods: [] }], 'Companies')[0],
      nameOf: String,
    },
  ],
  ['the line that starts the game', LaunchLine, { preview }],
])(
  'streamer mode leaves no name in %s, neither in words nor in what assistive technology and tooltips say',
  async (_, view, given) => {
    const i18n = new I18n()
    await i18n.use('en')
    const { container } = render(Host, {
      main: playMain().main,
      i18n,
      router: new Router('servers'),
      view: view,
      given,
    })
    expect(container.innerHTML).toContain(NAME)
    streamer.on = true
    flushSync()
    expect(container.innerHTML).not.toContain(NAME)
  },
)

it('shows one hidden value for as long as it is pressed, and tells nobody around it of the press', async () => {
  const i18n = new I18n()
  await i18n.use('en')
  streamer.on = true
  const pressed = vi.fn()
  document.addEventListener('click', pressed)
  render(Host, {
    main: playMain().main,
    i18n,
    router: new Router('bank'),
    view: Accounts,
    given: { accounts: [account], chosen: 'NH1', onchoose: vi.fn() },
  })
  const shown = () => document.body.textContent ?? ''
  const [balance] = screen.getAllByTitle('Press and hold to show')
  if (!balance) throw new Error('nothing is hidden')
  expect(shown()).not.toMatch(/NH1|1,250/)
  for (const [down, up] of [
    [() => fireEvent.pointerDown(balance), () => fireEvent.pointerUp(balance)],
    [() => fireEvent.pointerDown(balance), () => fireEvent.pointerUp(document.body)], // let go elsewhere
    [() => fireEvent.pointerDown(balance), () => fireEvent(window, new Event('blur'))],
    [() => fireEvent.keyDown(balance, { key: ' ' }), () => fireEvent.keyUp(balance, { key: ' ' })],
  ] as const) {
    await down()
    expect(shown()).toContain('$1,250')
    expect(shown()).not.toMatch(/NH1/)
    await up()
    expect(shown()).not.toContain('1,250')
  }
  await fireEvent.click(balance)
  expect(pressed).not.toHaveBeenCalled()
  document.removeEventListener('click', pressed)
})

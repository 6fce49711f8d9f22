import { render } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'
import LaunchLine from '../../src-renderer/play/LaunchLine.svelte'
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

afterEach(() => {
  streamer.on = false
  vi.unstubAllGlobals()
})

it.each([
  ['who plays on a server', PlayerTable, { server: serverOf(1, 'Harbour', { players: [NAME] }) }],
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

import { render, screen } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { beforeAll, expect, it } from 'vitest'
import type { GameServer } from '../../src-preload/contract/community/index.ts'
import FriendList from '../../src-renderer/servers/FriendList.svelte'
import ServerJoin from '../../src-renderer/views/ServerJoin.svelte'
import { Friends } from '../../src-renderer/servers/friends.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { damaged, last, modsViewOf } from './support/mods-view.ts'
import { playMain, serverOf } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

it('shows a friend once, with every server that lists the name, and friends on the same server together', () => {
  const servers = [
    serverOf(1, 'North | one', { players: ['[ALK] Ole', 'Ada', 'Finn'] }),
    serverOf(2, 'South', { players: ['Ole'] }),
  ]
  const friends = new Friends(
    () => ['Ole', 'Ada', 'Finn'],
    () => undefined,
  )
  const join = createRawSnippet((server: () => GameServer) => ({ render: () => `<b>to ${server().name}</b>` }))
  const given = { servers, friends, join }
  const router = new Router('home')
  const view = render(Host, { main: playMain(servers).main, i18n, router, view: FriendList, given })
  const told = screen.getAllByRole('listitem').map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())
  expect(told).toEqual(['[ALK] Ole North, South to North | one', 'AdaFinn North to North | one'])
  expect(document.querySelectorAll('li i')).toHaveLength(3) // a dot for each friend
  screen.getByRole('button', { name: /Ole/ }).click()
  expect(router.place).toMatchObject({ screen: 'server', params: { id: '1' } })
  view.unmount()
})

const withDownload = { state: 'damaged', last: { ...last, missingBytes: 4_300_000 } } as const
const refused = (reason: 'empty' | 'shrunk') => ({ distrust: { reason, detail: '', at: '' } }) as const

it.each([
  ['ready', { state: 'ready', last: { ...last, result: 'ready' } }, {}, ['Join']],
  ['damaged', damaged, {}, ['Repair and join', '3 files to repair']],
  ['damaged, with a download', withDownload, {}, ['Repair and join', '4.1\u00a0MB to download']],
  ['with an empty list', damaged, refused('empty'), ['Check again']],
  ['with a list that got much shorter', damaged, refused('shrunk'), []],
] as const)('joins a friend by the rule of every join: the mod is %s', (_, verification, more, labels) => {
  const server = serverOf(1, 'North')
  const fake = playMain([server])
  fake.mods.set(modsViewOf(verification, { id: 5, ...more }))
  const given = { server, live: undefined, away: false, brief: true }
  const router = new Router('home')
  const view = render(Host, { main: fake.main, i18n, router, view: ServerJoin as never, given })
  expect([...document.querySelectorAll('button, .price')].map(({ textContent }) => textContent.trim())).toEqual(labels)
  expect(document.querySelector('[data-standing]')).toBeNull()
  view.unmount()
})

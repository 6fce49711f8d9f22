import { render, screen } from '@testing-library/svelte'
import { beforeAll, expect, it } from 'vitest'
import FriendList from '../../src-renderer/servers/FriendList.svelte'
import { Friends } from '../../src-renderer/servers/friends.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { playMain, serverOf } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

it('shows a friend once, with every server that lists the name', () => {
  const servers = [
    serverOf(1, 'North | one', { players: ['[ALK] Ole', 'Ada'] }),
    serverOf(2, 'South', { players: ['Ole'] }),
  ]
  const friends = new Friends(
    () => ['Ole', 'Ada'],
    () => undefined,
  )
  const given = { servers, friends, mayJoin: true }
  const router = new Router('home')
  const view = render(Host, { main: playMain(servers).main, i18n, router, view: FriendList, given })
  const told = screen.getAllByRole('listitem').map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim())
  expect(told).toEqual(['[ALK] Ole North, South Join', 'Ada North Join'])
  screen.getByRole('button', { name: /Ole/ }).click()
  expect(router.place).toMatchObject({ screen: 'server', params: { id: '1' } })
  screen.getAllByRole('button', { name: 'Join North | one' })[0]?.click()
  expect(router.wish).toBe('join')
  view.unmount()
})

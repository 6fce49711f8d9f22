import { expect, it } from 'vitest'
import type { Changelog, GameServer } from '../../src-preload/contract/community/index.ts'
import { compare } from '../../src-main/shell/notifications/watch.ts'

const changelog = (id: number) => ({ id, version: `1.${id}`, active: true }) as Changelog
const server = (id: number, online: boolean) =>
  ({ id, name: `Server ${id}`, online, updatedAt: '2026-01-01' }) as GameServer

it('the first look learns, the next ones tell what is new', () => {
  const first = compare(
    { offline: [] },
    { launcher: { html: '<b>Hello</b>', active: true }, changelogs: [changelog(1)], servers: [server(7, false)] },
    [7],
  )
  expect(first.notices).toEqual([])
  const told = {
    launcher: { html: '<p>New &amp; better</p>', active: true },
    changelogs: [changelog(2), changelog(1)],
    servers: [server(7, true), server(8, true)],
  }
  const second = compare(first.known, told, [7])
  expect(second.notices.map(({ key, name }) => [key, name])).toEqual([
    ['launcher:New better', 'New better'],
    ['changelog:2', '1.2'],
    ['online:7:2026-01-01', 'Server 7'],
  ])
  expect(compare(second.known, told, [7]).notices).toEqual([])
})

it('what could not be read changes nothing', () => {
  const known = { launcher: 'x', changelogs: [1], offline: [7] }
  expect(compare(known, {}, [7])).toEqual({ notices: [], known })
})

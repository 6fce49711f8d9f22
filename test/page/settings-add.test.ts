import { render } from '@testing-library/svelte'
import { afterEach, expect, it, vi } from 'vitest'
import { CrashHelp } from '../../src-renderer/views/crash/crash-help.svelte.ts'
import { onFileDrop } from '../../src-renderer/views/drop.ts'
import { Requests, type RequestNeeds } from '../../src-renderer/views/requests.svelte.ts'
import Outlet from '../../src-renderer/views/frame/Outlet.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import CrashPlace from './support/CrashPlace.svelte'
import Host from './support/Host.svelte'

const silent = () => () => undefined
afterEach(() => vi.unstubAllGlobals())

/** The page at Settings, and what it read. */
async function open() {
  const read: unknown[] = []
  const note = (input: unknown) => {
    read.push(input)
    return new Promise(() => undefined)
  }
  const main = {
    settings: { state: silent, profile: silent },
    play: { game: silent },
    player: { lock: silent },
    community: { read: () => new Promise(() => undefined) },
    diagnostics: { traffic: silent, setAside: silent },
    communities: {
      state: (listen: (list: object) => void) => (listen({ present: 'demo', list: [] }), () => undefined),
      readRequest: note,
      readDropped: note,
    },
    shell: {
      requests: (listen: (waiting: object[]) => void) => {
        listen([{ id: 7, kind: 'ask-add-community', source: 'https://hallig.example/loadout.json' }])
        return () => undefined
      },
    },
  } as unknown as Main
  const i18n = new I18n()
  await i18n.use('en')
  const router = new Router('licences')
  const given = { help: new CrashHelp(main), inside: Outlet }
  render(Host, { main, i18n, router, view: CrashPlace as never, given })
  return { main, router, read, t: i18n.t }
}

const isThere = () => document.querySelector('[role=tab]') !== null

it.each([
  [
    'a link',
    { request: 7 },
    ({ main, router, t }) => {
      const requests = new Requests({ main, router, t } as RequestNeeds)
      requests.follow()
      requests.accept()
    },
  ],
  [
    'a dropped file',
    { file: 3 },
    ({ router, t }) => {
      vi.stubGlobal('loadout', { handOver: () => Promise.resolve(3) })
      const files = [new File([], 'hallig.json')]
      onFileDrop({ dataTransfer: { files }, preventDefault: () => undefined } as unknown as DragEvent, router, t)
    },
  ],
] as [string, object, (page: Awaited<ReturnType<typeof open>>) => void][])(
  'reads the profile of %s once, and not when the player comes back to Settings',
  async (_, asked, give) => {
    const page = await open()
    give(page)
    await expect.poll(() => page.read).toEqual([asked])
    page.router.go('licences')
    await expect.poll(isThere).toBe(false)
    page.router.back()
    await expect.poll(isThere).toBe(true)
    expect(page.read).toEqual([asked])
  },
)

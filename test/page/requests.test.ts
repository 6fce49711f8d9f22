import { fireEvent, render, screen } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { expect, it } from 'vitest'
import type { ShellRequest } from '../../src-preload/contract/shell.ts'
import RequestHost from '../../src-renderer/views/RequestHost.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'

const silent = () => () => undefined

it('answers one question of a link with two presses of its button, not the next one too', async () => {
  const waiting: ShellRequest[] = [
    { id: 1, kind: 'ask-join', serverId: '1' },
    { id: 2, kind: 'ask-join', serverId: '2' },
  ]
  let tell: (waiting: ShellRequest[]) => void = () => undefined
  const settled: number[] = []
  const main = {
    settings: { state: silent, profile: silent },
    play: { game: silent, seatWatches: silent },
    community: { read: () => new Promise(() => undefined) },
    shell: {
      requests: (listen: typeof tell) => ((tell = listen), listen(waiting), () => undefined),
      settle: ({ id }: { id: number }) => {
        settled.push(id)
        tell(waiting.filter((request) => !settled.includes(request.id)))
        return Promise.resolve()
      },
    },
  } as unknown as Main
  const i18n = new I18n()
  await i18n.use('en')
  const router = new Router('home')
  render(Host, { main, i18n, router, view: RequestHost })
  const yes = await screen.findByRole('button', { name: i18n.t('settings.link.join.yes') })
  yes.click()
  flushSync()
  yes.click()
  flushSync()
  expect(settled).toEqual([1])
  expect(router.params.id).toBe('1')
  await fireEvent.click(screen.getByRole('button', { name: i18n.t('settings.link.join.yes') }))
  expect(router.params.id).toBe('2')
})

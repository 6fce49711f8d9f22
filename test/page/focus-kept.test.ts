import { render, screen } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { expect, it } from 'vitest'
import ServerGrid from '../../src-renderer/servers/ServerGrid.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Dialog from '#shared/ui/Dialog.svelte'
import Hero from '#shared/ui/Hero.svelte'
import Host from './support/Host.svelte'
import { serverOf } from './support/play-main.ts'

async function open(view: unknown, given: object) {
  const silent = () => () => undefined
  const main = { settings: { state: silent, profile: silent }, play: { game: silent } } as unknown as Main
  const i18n = new I18n()
  await i18n.use('en')
  const host = render(Host, { main, i18n, router: new Router('servers'), view: view as never, given })
  return (next: object) => host.rerender({ given: next })
}
const button = (name: string) => createRawSnippet(() => ({ render: () => `<button>${name}</button>` }))

it('goes to the title of a dialog’s next step where the former one took it along', async () => {
  const onclose = () => undefined
  const go = await open(Dialog, { open: true, title: 'Transfer', onclose, children: button('Review') })
  screen.getByText('Review').focus()
  await go({ open: true, title: 'Is this right?', onclose, children: button('Send') })
  expect(document.activeElement).toBe(screen.getByText('Is this right?'))
  screen.getByText('Send').focus()
  await go({ open: true, title: 'Sent', onclose, children: button('Send') })
  expect(document.activeElement?.tagName).toBe('H2')
})

it('stays on a server’s star while its card takes another place', async () => {
  const [one, two, three] = [1, 2, 3].map((id) => serverOf(id, `Hallig ${id}`))
  const none = () => undefined
  const rest = { live: { of: none }, log: [], isFavourite: () => false, sinceOn: none, onfavourite: none }
  const given = (...servers: unknown[]) => ({ ...rest, servers, actions: button('Join') })
  const go = await open(ServerGrid, given(one, two, three))
  const star = screen.getByRole('button', { name: /Hallig 3.*favourite|favourite.*Hallig 3/i })
  star.focus()
  await go(given(three, one, two))
  expect(document.activeElement).toBe(star)
})

it('stays in a server’s place on what came instead of the pressed button', async () => {
  const go = await open(Hero, { words: undefined, go: button('Pause') })
  screen.getByText('Pause').focus()
  await go({ words: undefined, go: button('Resume') })
  await expect.poll(() => document.activeElement?.textContent.trim()).toBe('Resume')
})

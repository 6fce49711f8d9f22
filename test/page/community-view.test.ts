import { render, screen } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import CommunityView from '../../src-renderer/views/CommunityView.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'

it('says whose words they are, and leads to the voice servers that they may speak of', async () => {
  const { main } = playMain()
  const i18n = new I18n()
  await i18n.use('en')
  const communityInfo = () => Promise.resolve({ contact: 'On our voice server.', links: [], faq: [] })
  const given = { ...main, settings: { ...main.settings, communityInfo } } as unknown as Main
  const router = new Router('community')
  const { unmount } = render(Host, { main: given, i18n, router, view: CommunityView })
  ;(await screen.findByRole('button', { name: 'Voice' })).click()
  expect(router.screen).toBe('voice')
  expect(screen.getByText('Written by the community, in its own language')).toBeTruthy()
  unmount()
})

it('has the link to the rules with the rules, and with the others where it tells no rules', async () => {
  const links = ['Forum', 'Regelwerk'].map((label) => ({ label, url: `https://north.test/${label}` }))
  const i18n = new I18n()
  await i18n.use('en')
  const show = async (rules?: string) => {
    const { main } = playMain()
    const communityInfo = () => Promise.resolve({ rules, links, faq: [] })
    const given = { ...main, settings: { ...main.settings, communityInfo } } as unknown as Main
    const { unmount } = render(Host, { main: given, i18n, router: new Router('community'), view: CommunityView })
    await screen.findByRole('button', { name: 'Forum' })
    const together = screen.getAllByRole('group', { name: 'Links' }).map(({ textContent }) => textContent.trim())
    unmount()
    return together.map((text) => text.split(/\s+/))
  }
  expect(await show('Be kind.')).toEqual([['Forum'], ['Regelwerk']])
  expect(await show()).toEqual([['Forum', 'Regelwerk']])
})

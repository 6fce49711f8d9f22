import { render, screen } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { expect, it } from 'vitest'
import UpdateCard from '../../src-renderer/settings/UpdateCard.svelte'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'

it.each([
  ['ENOTFOUND', ['Details', 'Code ENOTFOUND']],
  ['unknown', []],
])('says plainly that the update failed (%s), with a code only in the details', async (reason, told) => {
  const i18n = new I18n()
  await i18n.use('en')
  const { main } = playMain()
  const state = (hear: (update: object) => void) => (hear({ phase: 'failed', reason }), () => undefined)
  Object.assign(main, { updates: { state } })
  const given = { preferences: { settings: { updates: 'ask' } } }
  const router = new Router('settings')
  const { container } = render(Host, { main, i18n, router, view: UpdateCard as Component, given })
  expect(screen.getByRole('status').textContent).toBe('The update failed.')
  expect([...container.querySelectorAll('details *')].map(({ textContent }) => textContent)).toEqual(told)
})

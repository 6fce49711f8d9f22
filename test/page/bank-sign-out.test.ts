import { fireEvent, render, screen } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { expect, it } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import Actions from '../../src-renderer/bank/Actions.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'
import Host from './support/Host.svelte'

const silent = () => () => undefined

it('says why the bank could not be left', async () => {
  const main = { settings: { state: silent, profile: silent }, play: { game: silent } } as unknown as Main
  const i18n = new I18n()
  await i18n.use('en')
  const signOut = () => Promise.reject(new Failure('keychain-unavailable', { state: 'locked' }))
  const bank = { accounts: { asOf: 1, live: true }, signOut }
  const nothing = () => undefined
  const given = { bank, signedIn: true, onlock: nothing, onpin: nothing, ontransfer: nothing }
  render(Host, { main, i18n, router: new Router('bank'), view: Actions as Component<never> as Component, given })
  await fireEvent.click(screen.getByRole('button', { name: i18n.t('bank.sign-out') }))
  await expect.poll(() => toasts.shown.map(({ tone }) => tone)).toEqual(['bad'])
})

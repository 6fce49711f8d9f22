import { fireEvent, render, screen } from '@testing-library/svelte'
import { flushSync, type Component } from 'svelte'
import { expect, it } from 'vitest'
import type { TransferEntry } from '../../src-preload/contract/bank.ts'
import type { BankState } from '../../src-renderer/bank/bank.svelte.ts'
import OpenTransfers from '../../src-renderer/bank/OpenTransfers.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'

const silent = () => () => undefined
const entryOf = (id: string, payee: string): TransferEntry => ({
  ...{ id, from: 'NH1', to: 'NH2', amount: 5, info: '', payee, state: 'unknown', confirmedAt: 1, overridden: false },
})

it('asks anew what happened with the next transfer, when the one before was settled while the player was asked', async () => {
  const main = { settings: { state: silent, profile: silent }, play: { game: silent } } as unknown as Main
  const i18n = new I18n()
  await i18n.use('en')
  const bankWith = (...open: TransferEntry[]) => ({ open }) as unknown as BankState
  const view = OpenTransfers as Component<never>
  const given = { bank: bankWith(entryOf('a', 'Mara'), entryOf('b', 'Ole')), currency: '$' }
  const { rerender } = render(Host, { main, i18n, router: new Router('bank'), view, given })
  const press = (name: string) => fireEvent.click(screen.getAllByRole('button', { name })[0] ?? document.body)
  await press('Resolve…')
  await press('Completed')
  expect(screen.getByRole('dialog').textContent).toContain('Mara')
  // meanwhile the bookings show what happened
  await rerender({ given: { ...given, bank: bankWith(entryOf('b', 'Ole')) } })
  flushSync()
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('Resolve…')
  expect(screen.getByRole('button', { name: 'Completed' })).toBeTruthy()
})

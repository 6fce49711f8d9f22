import { act, fireEvent, render, screen } from '@testing-library/svelte'
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

async function open(bank: (...open: TransferEntry[]) => BankState) {
  const main = { settings: { state: silent, profile: silent }, play: { game: silent } } as unknown as Main
  const i18n = new I18n()
  await i18n.use('en')
  const view = OpenTransfers as Component<never>
  const given = { bank: bank(entryOf('a', 'Mara'), entryOf('b', 'Ole')) }
  const { rerender } = render(Host, { main, i18n, router: new Router('bank'), view, given })
  const press = (name: string, at = 0) => fireEvent.click(screen.getAllByRole('button', { name })[at] ?? document.body)
  return { given, rerender, press }
}

it('leaves the question about another transfer open when the answer to the one before comes late', async () => {
  let end: (said: Partial<TransferEntry>) => void = () => undefined
  const settle = () => new Promise<Partial<TransferEntry>>((resolve) => (end = resolve))
  const { press } = await open((...open) => ({ open, settle }) as unknown as BankState)
  await press('Resolve…')
  await press('Completed')
  await fireEvent.click(document.querySelector('[data-action=bank-say]') ?? document.body)
  await press('Close')
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('Resolve…', 1)
  end({ settledBy: 'player' })
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(screen.getByRole('dialog').textContent).toContain('Ole')
})

it('asks anew what happened with the next transfer, when the one before was settled while the player was asked', async () => {
  const bankWith = (...open: TransferEntry[]) => ({ open }) as unknown as BankState
  const { given, rerender, press } = await open(bankWith)
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

import { render, screen } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { expect, test } from 'vitest'
import type { RefusalReason, TransferEntry } from '../../src-preload/contract/bank.ts'
import Result from '../../src-renderer/bank/Result.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'

const nothing = () => undefined

async function show(language: 'en' | 'de', reason: RefusalReason) {
  const i18n = new I18n()
  await i18n.use(language)
  const entry: TransferEntry = {
    id: 'e1',
    from: 'NH100001',
    to: 'NH200002',
    amount: 7,
    info: '',
    payee: '',
    state: 'not-sent',
    reason,
    confirmedAt: 0,
    overridden: false,
  }
  const keychain = createRawSnippet(() => ({ render: () => '<button>keychain</button>' }))
  const given = { entry, keychain, onclose: nothing, onagain: nothing }
  const main = { settings: { state: nothing, profile: nothing }, play: { game: nothing } } as unknown as Main
  render(Host, { main, i18n, router: new Router('bank'), view: Result, given })
}

test.each([
  ['en', 'Your bank sign-in could not be read from the keychain, so nothing was sent.'],
  ['de', 'Deine Bank-Anmeldung konnte nicht aus dem Schlüsselbund gelesen werden, deshalb wurde nichts gesendet.'],
] as const)('a keychain that refuses is said in %s, with what can be done about it', async (language, sentence) => {
  await show(language, 'keychain')
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'keychain' })).toBeTruthy()
})

test('another reason does not speak of the keychain', async () => {
  await show('en', 'answer-unusable')
  expect(screen.getByText(/did not show its form/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'keychain' })).toBeNull()
})

import { render, screen, waitFor } from '@testing-library/svelte'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'
import FailureCases from './support/FailureCases.svelte'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))
beforeEach(() => toasts.shown.forEach(({ id }) => toasts.dismiss(id)))

function show(failure: unknown, onretry?: () => void, at: 'home' | 'bank' = 'home') {
  const router = new Router(at)
  const openLogFolder = vi.fn(() => Promise.resolve())
  const main = { diagnostics: { openLogFolder } } as unknown as Main
  render(FailureCases, { main, i18n, router, failure, onretry })
  return { router, openLogFolder }
}

const offline = new Failure('offline', { host: 'example.org' })
const signedOut = new Failure('bank-signed-out', { expired: false })
const press = (name: string) => screen.getByRole('button', { name }).click()

it('a notice has the sentence and the action of its failure', () => {
  const again = vi.fn()
  show(offline, again)
  expect(screen.getByText(/You are offline/)).toBeTruthy()
  press('Try again')
  expect(again).toHaveBeenCalledOnce()
})

it('a failure that is put right elsewhere leads there, and offers no way to where one is', () => {
  const { router } = show(signedOut)
  press('Go to the bank')
  expect(router.screen).toBe('bank')
  document.body.replaceChildren()
  show(signedOut, undefined, 'bank')
  expect(screen.queryByRole('button', { name: 'Go to the bank' })).toBeNull()
})

it('a mistake of ours leads to the log, also from a toast', async () => {
  const { openLogFolder } = show(new Error('no failure of the table'))
  press('Show the log')
  press('Tell')
  await waitFor(() => expect(toasts.shown).toHaveLength(1))
  expect(toasts.shown[0]).toMatchObject({ tone: 'bad', action: { label: 'Show the log' } })
  toasts.shown[0]?.action?.run()
  expect(openLogFolder).toHaveBeenCalledTimes(2)
})

it('a toast does again what failed where its failure may pass, and has no button where nothing helps', async () => {
  const again = vi.fn()
  show(offline, again)
  press('Tell')
  await waitFor(() => expect(toasts.shown).toHaveLength(1))
  toasts.shown[0]?.action?.run()
  expect(again).toHaveBeenCalledOnce()
  document.body.replaceChildren()
  show(new Failure('forbidden', {}), again)
  press('Tell')
  await waitFor(() => expect(toasts.shown).toHaveLength(2))
  expect(toasts.shown[1]?.action).toBeUndefined()
})

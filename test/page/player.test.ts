import { fireEvent, render, screen } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'
import type { PlayerData } from '../../src-preload/contract/player.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import SignIn from '../../src-renderer/player/SignIn.svelte'
import BankScreen from '../../src-renderer/views/BankView.svelte'
import PlayerScreen from '../../src-renderer/views/PlayerView.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { refreshScreen } from '#shared/resource/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'

/** A topic with one value. */
const topic =
  <T>(value: T) =>
  (listen: (value: T) => void) => {
    listen(value)
    return () => undefined
  }
const silent = () => () => undefined
afterEach(() => void vi.useRealTimers())

it('says so where the service has no record of a player who is signed in', async () => {
  const aside = { count: 0, entries: [] }
  const gone = { asOf: new Date().toISOString(), source: 'live', state: 'gone', aside, freshMs: 60_000 } as const
  const main = {
    community: { read: () => new Promise(() => undefined) },
    settings: { state: silent, profile: silent },
    play: { game: silent },
    player: {
      state: topic({ state: 'signed-in', name: 'Fenja' }),
      lock: topic({ locked: false, by: 'nothing' }),
      data: () => Promise.resolve({ player: gone, upkeep: [] } satisfies PlayerData),
    },
    vault: { state: topic({ mode: 'keychain', state: 'ok' }) },
  } as unknown as Main
  const i18n = new I18n()
  await i18n.use('en')
  render(Host, { main, i18n, router: new Router('player'), view: PlayerScreen })
  expect(await screen.findByText('No player data yet')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
  expect(document.querySelector('.skeleton')).toBeNull()
})

it('reads what it shows again when it gets stale and on F5, but not after a wrong key', async () => {
  vi.useFakeTimers()
  const asked: boolean[] = []
  let isWrong = false
  const aside = { count: 0, entries: [] }
  const reading = () =>
    ({ asOf: new Date().toISOString(), source: 'live', state: 'gone', aside, freshMs: 60_000 }) as const
  const main = {
    community: { read: () => new Promise(() => undefined) },
    settings: { state: silent, profile: silent, communityInfo: () => new Promise(() => undefined) },
    play: { game: silent },
    player: {
      state: topic({ state: 'signed-in', name: 'Fenja' }),
      lock: topic({ locked: false, by: 'nothing' }),
      data: ({ fresh }: { fresh: boolean }) => {
        asked.push(fresh)
        if (isWrong) return Promise.reject(new Failure('secret-wrong', {}))
        return Promise.resolve({ player: reading(), upkeep: [] } satisfies PlayerData)
      },
    },
    vault: { state: topic({ mode: 'keychain', state: 'ok' }) },
  } as unknown as Main
  const i18n = new I18n()
  await i18n.use('en')
  render(Host, { main, i18n, router: new Router('player'), view: PlayerScreen })
  await vi.advanceTimersByTimeAsync(59_000)
  expect(asked).toEqual([false])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toEqual([false, false])
  refreshScreen()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual([false, false, true])
  isWrong = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked.length).toBe(4)
  refreshScreen()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(asked.length).toBe(4)
})

it('says beside the field for the key where this community has it', async () => {
  const links = [{ label: 'Forum', url: 'https://forum.test/' }]
  const communityInfo = () => Promise.resolve({ key: 'Forum, My profile', links })
  const opened: unknown[] = []
  const main = {
    shell: { openLink: (what: unknown) => Promise.resolve(void opened.push(what)) },
    settings: { state: silent, profile: silent, communityInfo },
    play: { game: silent },
  } as unknown as Main
  const i18n = new I18n()
  await i18n.use('en')
  const given = { community: 'North', onsignin: () => Promise.resolve(), ondemo: () => Promise.resolve() }
  render(Host, { main, i18n, router: new Router('player'), view: SignIn as Component, given })
  expect(await screen.findByText('Forum, My profile')).toBeTruthy()
  expect(document.querySelector('.primary')?.textContent.trim()).toBe('Sign in as the demo player')
  screen.getByRole('button', { name: 'Sign in' }).click()
  expect(await screen.findByText('Paste your player key')).toBeTruthy()
  screen.getByRole('button', { name: 'Forum' }).click()
  expect(opened).toEqual([{ url: 'https://forum.test/' }])
})

/** The bank's screen of a player; gives how the vault is told of. */
async function openBank(accounts: (input: unknown) => Promise<unknown>, player = {}) {
  let tellVault: (view: unknown) => void = () => undefined
  const main = {
    settings: {
      state: silent,
      profile: silent,
      communityInfo: () => Promise.resolve({ key: 'In the forum', links: [] }),
    },
    play: { game: silent },
    player: {
      state: topic({ state: 'signed-in', name: 'Fenja' }),
      lock: topic({ locked: false, by: 'nothing' }),
      ...player,
    },
    vault: { state: (listen: typeof tellVault) => ((tellVault = listen), () => undefined) },
    bank: {
      state: topic({ session: 'unasked' }),
      transfers: topic([]),
      book: topic({ favourites: [], templates: [] }),
      accounts,
    },
  } as unknown as Main
  const i18n = new I18n()
  await i18n.use('en')
  render(Host, { main, i18n, router: new Router('bank'), view: BankScreen })
  return (view: unknown) => tellVault(view)
}

it('says in the bank that there is no account, not that nobody is signed in; and nothing before the keychain is known', async () => {
  const asked: unknown[] = []
  const accounts = { accounts: [], payees: [], asOf: 1, live: true }
  const tellVault = await openBank((input) => {
    asked.push(input)
    return asked.length < 3 ? Promise.reject(new Failure('bank-no-account', {})) : Promise.resolve(accounts)
  })
  const again = await screen.findByRole('button', { name: 'Check again' })
  expect(screen.queryByText('Sign in with your player key')).toBeNull()
  again.click()
  await expect.poll(() => asked).toEqual([{ fresh: false }, { fresh: true }])
  screen.getByRole('button', { name: 'Check again' }).click()
  await expect.poll(() => document.querySelector('.skeleton')).not.toBeNull()
  expect(screen.queryByText('Sign in to the bank')).toBeNull()
  tellVault({ mode: 'session', state: 'ok' })
  await expect.poll(() => document.querySelector('.skeleton')).toBeNull()
})

it('shows no error of a player who is not signed in, however late the keychain tells of itself', async () => {
  let refused = false
  const tellVault = await openBank(() => {
    setTimeout(() => (refused = true)) // in the turn after the screen has heard it
    return Promise.reject(new Failure('bank-needs-player', {}))
  })
  await expect.poll(() => refused).toBe(true)
  expect(document.querySelector('[role=alert]')).toBeNull()
  expect(document.querySelector('.skeleton')).not.toBeNull()
  tellVault({ mode: 'keychain', state: 'unasked' })
  expect(await screen.findByText('Sign in with your player key')).toBeTruthy()
  expect(await screen.findByText('In the forum')).toBeTruthy()
})

it('signs the player in where the bank needs one, and then shows the accounts', async () => {
  const asked: unknown[] = []
  const [signIn, accounts] = [{ secret: 'abc' }, { accounts: [], payees: [], asOf: 1, live: true }]
  const tellVault = await openBank(
    () => (asked.length > 0 ? Promise.resolve(accounts) : Promise.reject(new Failure('bank-needs-player', {}))),
    { signIn: (given: unknown) => Promise.resolve(void asked.push(given)) },
  )
  tellVault({ mode: 'keychain', state: 'ok' })
  expect(await screen.findByRole('button', { name: 'Sign in as the demo player' })).toBeTruthy()
  await fireEvent.input(screen.getByLabelText('Player key'), { target: { value: signIn.secret } })
  const content = document.body.appendChild(
    Object.assign(document.createElement('main'), { id: 'content', tabIndex: -1 }),
  )
  const button = screen.getByRole('button', { name: 'Sign in' })
  button.focus()
  button.click()
  await expect.poll(() => screen.queryByLabelText('Player key')).toBeNull()
  expect(asked).toEqual([signIn])
  await expect.poll(() => document.activeElement).toBe(content) // not lost with the form
  content.remove()
})

it('says in the bank why its accounts could not be read again, and keeps showing them', async () => {
  const own = { iban: 'NH417702', balance: 10, kind: 'own', label: '', isDefault: true } as const
  const answers = [
    () => Promise.resolve({ accounts: [own], payees: [], asOf: 1, live: true }),
    () => Promise.reject(new Failure('secret-wrong', {})),
  ]
  const tellVault = await openBank(() => answers.shift()?.() ?? new Promise(() => undefined))
  tellVault({ mode: 'keychain', state: 'ok' })
  const refresh = await screen.findByRole('button', { name: 'Refresh' })
  expect(screen.queryByRole('alert')).toBeNull()
  refresh.click()
  expect((await screen.findByRole('alert')).textContent).toContain('key')
  expect(screen.getByText('NH417702')).toBeTruthy()
})

it('keeps what is typed of a transfer while the keychain refuses to read the accounts again', async () => {
  const own = { iban: 'NH417702', balance: 10, kind: 'own', label: '', isDefault: true } as const
  const answers = [
    () => Promise.resolve({ accounts: [own], payees: [], asOf: 1, live: true }),
    () => Promise.reject(new Failure('keychain-unavailable', { state: 'locked' })),
  ]
  const tellVault = await openBank(() => answers.shift()?.() ?? new Promise(() => undefined))
  tellVault({ mode: 'keychain', state: 'ok' })
  const refresh = await screen.findByRole('button', { name: 'Refresh' })
  document.querySelector<HTMLElement>('[data-action=bank-transfer]')?.click()
  const amount = await screen.findByLabelText<HTMLInputElement>('Amount ($)')
  await fireEvent.input(amount, { target: { value: '250' } })
  tellVault({ mode: 'keychain', state: 'locked', undecided: false })
  refresh.click()
  expect(await screen.findByText('Your system’s keychain is locked.')).toBeTruthy() // findBy refuses a second one
  await expect.poll(() => refresh.getAttribute('aria-busy')).not.toBe('true')
  expect(amount.isConnected && amount.value).toBe('250')
  expect(screen.getByText('NH417702', { ignore: 'option' })).toBeTruthy()
})

import { render, screen, waitFor, within } from '@testing-library/svelte'
import * as v from 'valibot'
import { beforeAll, expect, it } from 'vitest'
import { LaunchOptions, type PreflightCheck } from '../../src-preload/contract/play.ts'
import ServerView from '../../src-renderer/views/ServerView.svelte'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { modsViewOf } from './support/mods-view.ts'
import { playMain, stepsOf } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

const kick: PreflightCheck = {
  id: 'own-mods',
  state: 'care',
  reason: 'own-kick',
  facts: { count: 1 },
  files: ['@Maps'],
  at: 1,
}

const press = async (name: string) => (await screen.findByRole('button', { name })).click()
const step = (id: string) => document.querySelector(`[data-step=${id}]`)

/** The page of the first server, for a player who has chosen a mod that it kicks for, until `clear`. */
function withKickedMod() {
  const fake = playMain()
  let checks: PreflightCheck[] = [kick]
  const found = ['@Maps', '@Sounds'].map((name) => ({ name, isReadable: true }))
  const options = v.parse(LaunchOptions, { mods: { '1': ['@Maps'] } })
  Object.assign(fake.main.play, {
    launchOptions: (listener: (options: LaunchOptions) => void) => (listener(options), () => undefined),
    checkOwnMods: () => Promise.resolve({ check: checks[0], refused: ['@Maps', '@Sounds'] }),
    modFolders: () => Promise.resolve({ found, folders: [] }),
    preflight: () => Promise.resolve({ serverId: 1, state: 'care', checks }),
  })
  const router = new Router('home')
  router.go('server', { id: '1' })
  render(Host, { main: fake.main, i18n, router, view: ServerView })
  return { ...fake, clear: () => void (checks = []) }
}

it('marks the own mods that the server would kick for, chosen or not, and counts the chosen ones', async () => {
  withKickedMod()
  await press('Start options')
  ;(await screen.findByRole('tab', { name: 'Mods' })).click()
  expect(await screen.findByRole('checkbox', { name: '@Maps (not allowed)', checked: true })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: '@Sounds (not allowed)', checked: false })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: '@Maps', checked: false })).toBeTruthy() // without a server
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getAllByText('1 mod is not allowed on this server. You can get kicked for that.')).toHaveLength(1)
})

it('shows the mods that the server loads anyway, ticked and locked, and none while the server is unknown', async () => {
  let isOff = false
  const fake = withKickedMod()
  const found = ['@Harbour', '@Maps'].map((name) => ({ name, isReadable: true }))
  const modFolders = ({ serverId }: { serverId?: number }) =>
    isOff && serverId !== undefined
      ? Promise.reject(new Error('the server is not known'))
      : Promise.resolve({ found: serverId === undefined ? found : found.slice(1), folders: [] })
  Object.assign(fake.main.play, { modFolders })
  await press('Start options')
  expect(await screen.findByRole('tab', { name: 'General' })).toBeTruthy()
  screen.getByRole('tab', { name: 'Mods' }).click()
  const [first, other] = await screen.findAllByRole<HTMLInputElement>('checkbox', { name: /^@Harbour/ })
  expect([first?.checked, first?.disabled, first?.labels?.[0]?.textContent]).toEqual([
    true,
    true,
    '@Harbouralways loaded',
  ])
  expect([other?.checked, other?.disabled]).toEqual([false, false]) // without a server
  isOff = true
  await press('Done')
  await press('Start options')
  await waitFor(() => expect(screen.queryByText('always loaded')).toBeNull())
  expect(screen.queryByText(/\(missing\)/)).toBeNull() // what is chosen is there all the same
})

it('calls a chosen mod that the server has come to load itself no missing one', async () => {
  const { main } = withKickedMod()
  const found = ['@Maps', '@Sounds'].map((name) => ({ name, isReadable: true }))
  const modFolders = ({ serverId }: { serverId?: number }) =>
    Promise.resolve({ found: serverId === undefined ? found : found.slice(1), folders: [] })
  Object.assign(main.play, { modFolders })
  await press('Start options')
  ;(await screen.findByRole('tab', { name: 'Mods' })).click()
  expect(await screen.findByText('always loaded')).toBeTruthy()
  expect(screen.queryByText(/@Maps.*not found|@Maps \(/)).toBeNull()
})

it('calls a mod of the community by its name, with the folder behind it', async () => {
  const fake = withKickedMod()
  fake.mods.set(modsViewOf({ state: 'unknown', last: null }, { id: 5, name: 'Karten', folder: '@Maps' }))
  await press('Start options')
  ;(await screen.findByRole('tab', { name: 'Mods' })).click()
  expect(await screen.findByRole('checkbox', { name: 'Karten (not allowed) @Maps' })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: '@Sounds (not allowed)' })).toBeTruthy()
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('Harbour 1')).toBeTruthy()
  ;(await screen.findByRole('tab', { name: 'Game and voice' })).click()
  expect(await dialog.findByText('All servers')).toBeTruthy()
})

it('asks before it joins with an own mod that the server would kick for, until that mod is gone', async () => {
  const { joining, asked, clear } = withKickedMod()
  await press('Join')
  const failure = { code: 'own-mods-kick', facts: { server: 'Harbour 1', mods: '@Maps', count: 1 } } as const
  const steps = stepsOf({ state: 'done' }, {}, { state: 'failed', failure, number: 'J-406' })
  joining().resolve({ outcome: 'stopped', steps, anywayPossible: true })
  await screen.findByRole('button', { name: 'Join anyway' })
  expect(step('start')?.textContent).toContain('1 mod is not allowed on this server.')
  clear()
  dispatchEvent(new Event('focus'))
  await waitFor(() => expect(step('start')).toBeNull())
  await press('Join')
  expect(asked('join')).toHaveLength(2)
})

it('offers the options for which the game has a switch, by its own name', async () => {
  const fake = playMain()
  const view = { game: 'G', appId: 107410, switches: { window: '-w' }, installs: [], warnings: [], searching: false }
  Object.assign(fake.main.play, {
    installs: (listener: (value: typeof view) => void) => (listener(view), () => undefined),
  })
  const router = new Router('home')
  router.go('server', { id: '1' })
  render(Host, { main: fake.main, i18n, router, view: ServerView })
  await press('Start options')
  expect(await screen.findByText('-w')).toBeTruthy()
  expect(screen.getAllByRole('switch')).toHaveLength(1)
  expect(screen.queryByRole('spinbutton')).toBeNull()
})

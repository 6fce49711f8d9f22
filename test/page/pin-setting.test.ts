import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { beforeAll, expect, it } from 'vitest'
import PinDialog from '../../src-renderer/bank/PinDialog.svelte'
import AddCommunity from '../../src-renderer/settings/AddCommunity.svelte'
import { Communities } from '../../src-renderer/settings/communities.svelte.ts'
import Desktop from '../../src-renderer/settings/Desktop.svelte'
import Privacy from '../../src-renderer/settings/Privacy.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'
import Host from './support/Host.svelte'
import { playMain } from './support/play-main.ts'
import { firstStart } from './support/start.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))
const show = (view: unknown, given: object, main = {}) =>
  render(Host, {
    main: Object.assign(playMain().main, main),
    i18n,
    router: new Router('settings'),
    view: view as never,
    given,
  })

it.each([
  ['nothing', 'Set a PIN'],
  ['pin', 'Change or remove the PIN'],
] as const)('the settings lead to the PIN of the bank (%s)', async (lockedBy, name) => {
  let asked = 0
  const preferences = { settings: { bankLockMinutes: 5 }, change: () => undefined }
  show(Privacy, { preferences, discord: false, lockedBy, onpin: () => asked++ })
  await fireEvent.click(screen.getByRole('button', { name }))
  expect(asked).toBe(1)
})

it.each([true, false])('offers to open links only where no installer does that (%s)', (ownLinks) => {
  const { settings } = firstStart().settings
  show(Desktop, { preferences: { settings, change: () => undefined }, ownLinks })
  expect(screen.queryByRole('switch', { name: 'Open loadout:// links with Loadout' }) !== null).toBe(ownLinks)
})

it('a first PIN that is not set in order to lock is saved, and nothing is locked', async () => {
  const set: unknown[] = []
  const player = { setPin: (given: unknown) => Promise.resolve(set.push(given)) }
  show(PinDialog, { open: true, hasPin: false, onclose: () => undefined }, { player })
  for (const label of ['New PIN', 'Repeat new PIN'])
    await fireEvent.input(screen.getByLabelText(label), { target: { value: '4711' } })
  await fireEvent.submit(document.querySelector('form') as HTMLFormElement)
  await waitFor(() => expect(toasts.shown.map(({ title }) => title)).toEqual(['PIN saved']))
  expect(set).toEqual([{ pin: '4711', present: '' }])
})

it('asks for the address where it is missing, instead of a button that does nothing', async () => {
  show(AddCommunity, { communities: new Communities({} as Main) })
  await fireEvent.click(screen.getByRole('button', { name: 'Connect' }))
  const field = screen.getByRole('textbox', { name: 'Community address' })
  screen.getByText('Enter the community’s address')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field)
  await fireEvent.input(field, { target: { value: 'h' } })
  expect(field.getAttribute('aria-invalid')).toBeNull()
})

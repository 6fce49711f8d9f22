import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeAll, expect, it } from 'vitest'
import type {
  AddLink,
  FieldWrong,
  KeptDraft,
  ProfileContent,
  ProfileField,
} from '../../src-preload/contract/profile-editor.ts'
import { rowsOf } from '../../src-renderer/settings/profile/values.ts'
import ProfileEditorView from '../../src-renderer/views/ProfileEditorView.svelte'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'

const english = new I18n()
beforeAll(() => english.use('en'))

const column = (field: string, kind: ProfileField['kind'] = 'text') => ({ field, kind })
const fields: ProfileField[] = [
  { field: 'name', kind: 'text' },
  {
    field: 'bank.encoding',
    kind: 'choice',
    standard: 'form',
    choices: ['form', 'json'].map((name) => ({ choice: name, name })),
  },
  { field: 'bank.infoMaxLength', kind: 'number', standard: 80 },
  { field: 'bank.loginHosts', kind: 'lines', standard: ['a.example'] },
  {
    field: 'community.faq',
    kind: 'table',
    columns: [column('community.faq.question'), column('community.faq.answer', 'long')],
  },
  { field: 'voice.password', kind: 'text' },
  { field: 'mods.allowHttpDownloads', kind: 'switch', standard: false },
  { field: 'mods.sources', kind: 'map', columns: [column('mods.sources.key'), column('mods.sources.value', 'lines')] },
]

/** The editor over a main that finds wrong what the test says. */
async function open(
  wrong: (profile: ProfileContent) => FieldWrong[] = () => [],
  last: KeptDraft = { profile: {}, hadPassword: false },
  addLink: (of: { address: string }) => Promise<AddLink> = () => Promise.resolve({ link: 'loadout://add', code: '' }),
) {
  const saved: ProfileContent[] = []
  const kept: ProfileContent[] = []
  const main = {
    communities: {
      profileFields: () => Promise.resolve(fields),
      keptDraft: () => Promise.resolve(last),
      keepDraft: ({ profile }: { profile: ProfileContent }) => Promise.resolve(kept.push(profile)),
      checkProfile: ({ profile }: { profile: ProfileContent }) => Promise.resolve(wrong(profile)),
      saveProfile: ({ profile }: { profile: ProfileContent }) =>
        Promise.resolve(saved.push(profile) ? 'north.json' : ''),
      addLink,
    },
    settings: { state: () => () => undefined, profile: () => () => undefined },
    play: { game: () => () => undefined },
  } as unknown as Main
  const show = () =>
    render(Host, { main, i18n: english, router: new Router('profile-editor'), view: ProfileEditorView })
  const { unmount } = show()
  const label = await screen.findByLabelText('Name')
  const type = (name: string, value: string) => fireEvent.input(screen.getByLabelText(name), { target: { value } })
  const leave = (name: string) => fireEvent.focusOut(screen.getByLabelText(name))
  const press = (name: string, place: HTMLElement = document.body) =>
    fireEvent.click(within(place).getByRole('button', { name }))
  const group = (name: string) => screen.getByRole('group', { name })
  return { saved, kept, show, unmount, label, type, leave, press, group }
}

it('every kind of field gives what a file has there, and what is standard or empty is left out', async () => {
  const { saved, type, press, group } = await open()
  await type('Name', 'North')
  const encoding = screen.getByLabelText('Transfer format')
  for (const value of ['json', 'form', 'json']) await fireEvent.change(encoding, { target: { value } })
  await type('Longest reference, in characters', '120')
  await type('Sign-in hosts', 'one.example\n\n two.example\n')
  expect(screen.getByLabelText('Sign-in hosts')).toHaveProperty('value', 'one.example\n\n two.example\n')
  const faq = group('Questions and answers')
  await press('Add', faq)
  await type('Question', 'Where?')
  await type('Answer', 'Here')
  await press('Add', faq)
  await fireEvent.click(within(faq).getAllByRole('button', { name: 'Remove' })[1] as HTMLElement)
  await fireEvent.click(screen.getByRole('switch'))
  await press('Add', group('More download addresses'))
  await type('Mod folder', '@North')
  await type('Addresses, one per line', 'https://a.example')
  await press('Save file…')
  const mods = { allowHttpDownloads: true, sources: { '@North': ['https://a.example'] } }
  const bank = { encoding: 'json', infoMaxLength: 120, loginHosts: ['one.example', 'two.example'] }
  const whole = { name: 'North', bank, community: { faq: [{ question: 'Where?', answer: 'Here' }] }, mods }
  await expect.poll(() => saved).toEqual([whole])
  await expect.poll(() => screen.queryByText('Unsaved changes')).toBeNull()

  for (const name of ['Longest reference, in characters', 'Sign-in hosts']) await type(name, '')
  await fireEvent.change(encoding, { target: { value: 'form' } })
  await screen.findByText('Unsaved changes')
  await press('Save file…')
  await expect.poll(() => saved[1] && Object.keys(saved[1])).toEqual(['name', 'community', 'mods'])
})

it('what is wrong is told once the player leaves a field, what is missing at a save, which leads there', async () => {
  const faults: FieldWrong[] = [{ field: 'bank.infoMaxLength', fault: 'missing' }]
  const { saved, type, leave, press } = await open(({ name, bank }) => [
    ...(name === 'North' ? [] : [{ field: 'name', fault: 'empty' } as const]),
    ...(bank ? [] : faults),
  ])
  await type('Name', ' ')
  expect(screen.queryByRole('alert')).toBeNull()
  await leave('Name')
  expect((await screen.findByRole('alert')).textContent).toBe('Is empty')
  expect(screen.getByRole('button', { name: 'Save file…' }).ariaDisabled).toBe('true')
  await type('Name', 'North')
  await expect.poll(() => screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('button', { name: 'Save file…' }).ariaDisabled).toBeNull()
  await leave('Name')
  await press('Save file…')
  expect((await screen.findByRole('alert')).textContent).toBe('Is required')
  const reference = screen.getByLabelText<HTMLInputElement>('Longest reference, in characters')
  expect(reference.placeholder).toBe('Default: 80')
  await expect.poll(() => document.activeElement).toBe(reference)
  expect(saved).toEqual([])
  reference.blur()
  await press('1 field to correct')
  expect(document.activeElement).toBe(reference)
})

it('no link is offered while the profile is wrong', async () => {
  const { type, leave } = await open(({ name }) => (name === 'North' ? [] : [{ field: 'name', fault: 'empty' }]))
  const openTab = (name: string) => fireEvent.click(screen.getByRole('tab', { name }))
  await type('Name', ' ')
  await leave('Name')
  await openTab('Link and QR code')
  await screen.findByText(/Correct the profile first/)
  expect(screen.queryByText('loadout://add')).toBeNull()
  await openTab('Profile')
  await type('Name', 'North')
  await leave('Name')
  await openTab('Link and QR code')
  await screen.findByText('loadout://add')
})

it('what is wrong with a list itself is told there, and what is wrong in a row at its field', async () => {
  const faults: FieldWrong[] = [
    { field: 'community.faq', fault: 'too-long' },
    { field: 'community.faq.0.answer', fault: 'empty' },
    { field: 'mods.sources.@N.1', fault: 'address' },
  ]
  const { press, group, type } = await open(() => faults)
  await press('Add', group('Questions and answers'))
  await press('Add', group('More download addresses'))
  await type('Mod folder', '@N')
  await press('Save file…')
  await screen.findByText('Is too long')
  expect(screen.getByLabelText('Answer').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText('Mod folder').getAttribute('aria-invalid')).toBe('true')
})

it('two rows of one key are both kept, told at once, and never a map with one of them', async () => {
  const { saved, press, group } = await open(() => [])
  const sources = group('More download addresses')
  await press('Add', sources)
  await press('Add', sources)
  expect((await screen.findByRole('alert')).textContent).toBe('Two entries have the same name.')
  const [first, second] = screen.getAllByLabelText('Mod folder')
  await fireEvent.input(first as HTMLElement, { target: { value: '@N' } })
  expect(screen.queryByRole('alert')).toBeNull()
  await fireEvent.input(second as HTMLElement, { target: { value: '@N' } })
  await press('Save file…')
  await expect.poll(() => saved).toEqual([{ mods: { sources: [{ key: '@N' }, { key: '@N' }] } }])
  expect(rowsOf([{ key: '@N' }, { key: '@N' }], true)).toHaveLength(2)
})

it('rows of a file that are none are shown as empty ones, and what is wrong with no field is left to main', async () => {
  expect(rowsOf([null, 'x', { label: 'a' }], false)).toEqual([{}, {}, { label: 'a' }])
  const { saved, press } = await open(() => [{ field: 'voice', fault: 'kind' }])
  await press('Save file…')
  await expect.poll(() => saved).toEqual([{}])
})

it('the draft outlives its screen, is kept by main alone, and is given up only after a question', async () => {
  const { kept, type, press, unmount, show } = await open()
  const stored = JSON.stringify(localStorage)
  await type('Name', 'North')
  unmount()
  show()
  await expect.poll(() => screen.queryByLabelText<HTMLInputElement>('Name')?.value).toBe('North')
  expect(JSON.stringify(localStorage)).toBe(stored)
  expect(kept.at(-1)).toEqual({ name: 'North' })
  const name = () => screen.getByLabelText<HTMLInputElement>('Name').value
  await press('New')
  await press('Keep editing', await screen.findByRole('dialog'))
  expect(name()).toBe('North')
  await press('New')
  await press('Discard', await screen.findByRole('dialog'))
  expect(name()).toBe('')
  expect(screen.queryByText('Unsaved changes')).toBeNull()
  expect(kept.at(-1)).toEqual({})
})

it('what was not saved in the last run is there again, and the password is asked for until it is typed', async () => {
  const last = { profile: { name: 'North' }, hadPassword: true }
  const { kept, saved, type, press } = await open(() => [], last)
  const asked = () => screen.queryByText(/voice password/)
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('North')
  expect([screen.queryByText('Unsaved changes'), asked()]).not.toContain(null)
  await type('Password', 'x')
  expect(asked()).toBeNull()
  await press('Save file…')
  await expect.poll(() => saved).toEqual([{ name: 'North', voice: { password: 'x' } }])
  await expect.poll(() => kept.at(-1)).toEqual({})
})

it('shows the link of the present address, even if the one of an earlier address is made later', async () => {
  const made = new Map<string, (link: AddLink) => void>()
  const addLink = ({ address }: { address: string }) =>
    new Promise<AddLink>((resolve) => made.set(address, (link) => resolve(link)))
  const { type } = await open(undefined, undefined, addLink)
  await fireEvent.click(screen.getByRole('tab', { name: 'Link and QR code' }))
  for (const address of ['https://a.example', 'https://b.example']) await type('Profile address', address)
  for (const name of ['b', 'a']) {
    made.get(`https://${name}.example`)?.({ link: `loadout://${name}`, code: '' })
    await tick()
  }
  await screen.findByText('loadout://b')
  expect(screen.queryByText('loadout://a')).toBeNull()
})

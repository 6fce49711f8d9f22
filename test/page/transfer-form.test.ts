import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import type { BankAccount, Payee, Transaction, TransferInput } from '../../src-preload/contract/bank.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import { checkTransfer } from '../../src-main/bank/validate.ts'
import type { CommunityProfile } from '../../src-main/settings/index.ts'
import { payeesOf } from '../../src-renderer/bank/payees.ts'
import { receiverOf } from '../../src-renderer/bank/receiver.ts'
import { I18n } from '#shared/i18n/index.ts'
import FormHost from './support/FormHost.svelte'

const accounts: BankAccount[] = [{ iban: 'NH100001', balance: 1_000, kind: 'own', label: '', isDefault: true }]
const payees: Payee[] = [
  { iban: 'NH200007', name: 'Ole Tams', from: 'phonebook' },
  { iban: 'NH200008', name: 'Mara', from: 'phonebook' },
  { iban: 'NH200009', name: 'mara', from: 'recent' },
  { iban: 'NH200010', name: '', from: 'recent' },
]
const view = { session: 'signed-in', infoMaxLength: 10 } as const
const rules = { ...view, ibanPattern: 'NH\\d{6}', texts: {} as CommunityProfile['bank']['texts'] }

const form = {
  accounts,
  view,
  payees: payees.map((payee) => ({ ...payee, isFavourite: payee.iban === 'NH200007', wasPaid: false })),
  templates: [{ id: 't', name: 'Rent', from: 'NH999999', to: 'NH200008', amount: 250, info: 'Hall' }],
  typed: { from: 'NH100001', to: '', amount: '', info: '' },
  onkeep: () => undefined,
  oncancel: () => undefined,
}

async function open(language: 'en' | 'de' = 'en', refusal?: Failure<'transfer-blocked'>) {
  const i18n = new I18n()
  await i18n.use(language)
  const reviewed: TransferInput[] = []
  // Main's own check, as the bridge would hand its refusal on.
  const onsend = (input: TransferInput) =>
    Promise.resolve().then(() => {
      checkTransfer(input, accounts, rules)
      if (refusal) throw refusal
      reviewed.push(input)
    })
  render(FormHost, { i18n, form: { ...form, onsend } })
  const field = (name: string) => document.querySelector(`input[name="${name}"]`) as HTMLInputElement
  return {
    reviewed,
    field,
    type: (name: string, text: string) => fireEvent.input(field(name), { target: { value: text } }),
    press: () => fireEvent.submit(document.querySelector('form') as HTMLFormElement),
    /** The sentence beside a field, as assistive technology finds it. */
    told: (name: string) => document.getElementById(`${field(name).id}-error`)?.textContent,
  }
}

test('the button is always there; pressed, each wrong field says why, and the first has the focus', async () => {
  const { press, told, field, type, reviewed } = await open()
  const button = document.querySelector('[data-action="bank-send"]') as HTMLButtonElement
  expect([button.disabled, button.ariaDisabled]).toEqual([false, 'true']) // it is dim, and can be pressed
  expect(field('info').labels?.[0]?.textContent.trim()).toBe('Reference (optional)')
  await type('info', 'far too long a text')
  await press()
  await waitFor(() => expect(told('to')).toBe('Enter an account number, or a name from the list'))
  expect(told('amount')).toBe('Enter a whole number')
  expect(told('info')).toBe('The reference is too long.')
  await waitFor(() => expect(document.activeElement).toBe(field('to')))
  expect(field('to').getAttribute('aria-invalid')).toBe('true')

  await type('to', 'NH200007')
  expect(told('to')).toBeUndefined() // what is being mended is not told off any more
  expect(told('info')).toBe('The reference is too long.')
  await type('amount', '1 001')
  expect(button.ariaDisabled).toBeNull()
  await type('info', 'Miete')
  await press()
  await waitFor(() => expect(told('amount')).toBe('There is not enough money in this account.'))
  await waitFor(() => expect(document.activeElement).toBe(field('amount')))
  expect(reviewed).toEqual([])
})

test('the amount’s field names the currency, and the reference is counted only near its limit', async () => {
  const { field, type } = await open()
  expect(field('amount').labels?.[0]?.textContent.trim()).toBe('Amount ($)')
  await type('info', 'Miete')
  expect(screen.queryByText(/characters/)).toBeNull()
  await type('info', 'Miete 11')
  expect(screen.getByText('8 of 10 characters')).toBeTruthy()
})

test.each([
  ['en', 'Kalle', 'No payee with this name. Enter the account number.'],
  ['en', 'Mara', 'Several accounts have this name. Choose one from the list.'],
  ['en', 'NH2000', 'This is not an account number.'],
  ['en', 'NH100001', 'You cannot transfer to the same account.'],
  ['de', 'Kalle', 'Kein Empfänger mit diesem Namen. Gib die Kontonummer ein.'],
] as const)('%s: %j as the receiver: %s', async (language, to, sentence) => {
  const { press, told, type } = await open(language)
  await type('to', to)
  await type('amount', '5')
  await press()
  await waitFor(() => expect(told('to')).toBe(sentence))
  expect(told('amount')).toBeUndefined()
})

test('a name that one account has is that account, and the form says which', async () => {
  const { press, type, reviewed } = await open()
  await type('to', ' ole tams ')
  expect(screen.getByText('Ole Tams · NH200007', { selector: 'label span' })).toBeTruthy()
  await type('amount', '5')
  await press()
  await waitFor(() => expect(reviewed).toEqual([{ from: 'NH100001', to: 'NH200007', amount: 5, info: '' }]))
})

test('the beginning of just one name is that account, and the form says whose; between two, nobody is', async () => {
  const { press, type, told, reviewed } = await open()
  await type('amount', '5')
  await type('to', 'Ma')
  await press()
  await waitFor(() => expect(told('to')).toBe('No payee with this name. Enter the account number.'))
  await type('to', 'ole')
  expect(screen.getByText('Ole Tams · NH200007', { selector: 'label span' })).toBeTruthy()
  await press()
  await waitFor(() => expect(reviewed).toEqual([{ from: 'NH100001', to: 'NH200007', amount: 5, info: '' }]))
  const numbered = [{ iban: 'NH200007', name: 'NH2 Shipping' }]
  expect(receiverOf('NH2', numbered).iban).toBe('NH2') // a number half typed is nobody's name
})

test('a refusal that is about no field stands at the end of the form', async () => {
  const { press, type, told } = await open('en', new Failure('transfer-blocked', { entryId: 'e' }))
  await type('to', 'NH200008')
  await type('amount', '5')
  await press()
  expect((await screen.findByRole('alert')).textContent).toContain('unresolved')
  expect([told('to'), told('amount'), told('info')]).toEqual([undefined, undefined, undefined])
})

test.each(['Ole\u2764', 'Ole\u2764\ufe0f', 'ole\u2764\u3164'])(
  'asks which of two payees is meant whose names only differ by what nobody sees: %j',
  (typed) => {
    const alike = ['Ole\u2764', 'Ole\u2764\ufe0f'].map((name, at) => ({ iban: `NH30000${at}`, name }))
    expect(receiverOf(typed, alike)).toMatchObject({ iban: typed, count: 2 })
    expect(receiverOf('\u3164', alike.slice(1))).toMatchObject({ name: '', count: 0 }) // nothing to be seen names nobody
  },
)

test('nobody is meant by nothing, and a number nobody knows stays as it is', () => {
  expect(receiverOf('  ', payees)).toEqual({ iban: '', name: '', count: 0 })
  expect(receiverOf('NH999999', payees)).toEqual({ iban: 'NH999999', name: '', count: 0 })
  expect(receiverOf(' NH200008 ', payees)).toMatchObject({ iban: 'NH200008', name: 'Mara' })
  expect(receiverOf('nh200008', payees)).toEqual({ iban: 'nh200008', name: '', count: 0 }) // only main knows if it is the same
})

test('a favourite is one press away, a template fills in all; neither sends', async () => {
  const { field, reviewed } = await open()
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  await press('Ole Tams')
  expect([field('to').value, field('amount').value]).toEqual(['NH200007', ''])
  expect(document.activeElement).toBe(field('amount'))
  await press('Rent')
  expect(['to', 'amount', 'info'].map((name) => field(name).value)).toEqual(['NH200008', '250', 'Hall'])
  expect(document.querySelector('select')?.value).toBe('NH100001') // an account of somebody else's is left out
  expect(reviewed).toEqual([])
})

test('offers three payees: favourites, then who was paid last; and names the balance that pays', async () => {
  const i18n = new I18n()
  await i18n.use('en')
  const paid = (counterpart: string, amount = -5) => ({ counterpart, amount }) as Transaction
  const bookings = [paid('NH200010', 7), paid(''), paid('NH200009'), paid('NH200008'), paid('NH200009')]
  const known = payeesOf([...payees, { iban: 'NH200011', name: 'Ada', from: 'phonebook' }], [], ['NH200007'], bookings)
  render(FormHost, { i18n, form: { ...form, payees: known, onsend: () => Promise.resolve() } })
  const offered = [...document.querySelectorAll<HTMLElement>('[data-pick]')].map(({ dataset }) => dataset.pick)
  expect(offered).toEqual(['NH200007', 'NH200009', 'NH200008'])
  const stranger = { ...paid('NH200012'), counterpartName: 'Enno' }
  const all = payeesOf(payees, [], [], [stranger, ...bookings])
  expect(all[0]).toMatchObject({ iban: 'NH200012', name: 'Enno', wasPaid: true })
  expect(all.some(({ iban }) => iban === '')).toBe(false)
  expect(screen.getByText('Whole numbers · $1,000 available')).toBeTruthy()
})

test('“Cancel” leaves the form and sends nothing', async () => {
  const i18n = new I18n()
  await i18n.use('en')
  const did: string[] = []
  const note = (what: string) => () => void did.push(what)
  render(FormHost, { i18n, form: { ...form, onsend: () => Promise.resolve(note('sent')()), oncancel: note('left') } })
  await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(did).toEqual(['left'])
})

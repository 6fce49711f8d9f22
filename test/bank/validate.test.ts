import { expect, test } from 'vitest'
import { checkTransfer } from '../../src-main/bank/validate.ts'
import { parseProfile } from '../../src-main/settings/index.ts'
import type { TransferInput } from '../../src-preload/contract/bank.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'

const [OWN, OTHER, SAVINGS] = ['NH100001', 'NH200002', 'NH100003']
const { bank } = parseProfile({ id: 'n', name: 'N', baseUrl: 'https://n.example' }, '')
const account = { kind: 'own', label: '', isDefault: false } as const
const accounts = [
  { ...account, iban: OWN, balance: 1_000_000 },
  { ...account, iban: SAVINGS, balance: 2_000 },
]
const fine: TransferInput = { from: OWN, to: OTHER, amount: 1, info: '' }

/** What is told of a transfer that is as this one; nothing where it may be sent. */
function factsOf(input: Partial<TransferInput>, rules: Partial<typeof bank> = {}): object | undefined {
  try {
    checkTransfer({ ...fine, ...input }, accounts, { ...bank, ...rules })
    return undefined
  } catch (error) {
    if (!isFailure(error) || !error.is('transfer-invalid')) throw error
    return error.facts
  }
}

test.each([
  [{ from: 'NH555555' }, 'from', 'unknown-account'],
  [{ to: 'XX1' }, 'to', 'pattern'],
  [{ to: '' }, 'to', 'pattern'],
  [{ to: `${OTHER}x` }, 'to', 'pattern'],
  [{ to: 'N'.repeat(10_001) }, 'to', 'pattern'],
  [{ to: OWN }, 'to', 'same-account'],
  [{ amount: 0.5 }, 'amount', 'not-whole'],
  [{ amount: null }, 'amount', 'not-whole'],
  [{ amount: Number.NaN }, 'amount', 'not-whole'],
  [{ amount: 2 ** 53 }, 'amount', 'not-whole'],
  [{ amount: 0 }, 'amount', 'too-small'],
  [{ amount: -5 }, 'amount', 'too-small'],
  [{ amount: 1_000_001 }, 'amount', 'more-than-balance'],
  [{ from: SAVINGS, amount: 2_001 }, 'amount', 'more-than-balance'],
  [{ info: 'a\u0000b' }, 'info', 'control-characters'],
  [{ info: 'a\u202Eb' }, 'info', 'control-characters'],
  [{ info: 'a\u200Db' }, 'info', 'control-characters'],
  [{ info: '\u{E0067}\u{E0062}' }, 'info', 'control-characters'],
  [{ info: '🏴\u{E0067}x\u{E007F}' }, 'info', 'control-characters'],
  [{ info: 'x'.repeat(81) }, 'info', 'too-long'],
  [{ info: 'x'.repeat(10_001) }, 'info', 'too-long'],
  [{ info: 'Falsches IBAN-Format!' }, 'info', 'reserved-words'],
  [{ info: 'So: Falsches IBAN-Format, wieder' }, 'info', 'reserved-words'],
  [{ info: 'Zu  wenig\u00a0Geld auf dem Konto' }, 'info', 'reserved-words'],
])('refuses %j: %s %s', (input, field, reason) => {
  expect(factsOf(input)).toEqual({ reason, [field]: reason })
})

test('tells everything that is wrong at once, and first what comes first', () => {
  const facts = { to: 'pattern', amount: 'not-whole', info: 'too-long' }
  expect(factsOf({ to: 'Ole', amount: null, info: 'x'.repeat(81) })).toEqual({ reason: 'pattern', ...facts })
  expect(factsOf({ from: '', to: 'Ole', amount: 0 })).toEqual({
    reason: 'unknown-account',
    from: 'unknown-account',
    to: 'pattern',
    amount: 'too-small',
  })
  expect(factsOf({ amount: 0, info: '\n.\n.' })).toEqual({
    reason: 'too-small',
    amount: 'too-small',
    info: 'control-characters',
  })
})

test.each([
  { amount: 1_000_000 },
  { from: SAVINGS, amount: 2_000 },
  { info: 'x'.repeat(80) },
  { info: '🎁'.repeat(80) }, // a pictogram is one sign, however it is stored
  { info: 'Falsches IBAN' },
  { info: 'Grüße 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}' },
  { info: '👩‍🚀 🇩🇪 ❤️' },
  { info: 'für 👨‍👩‍👧' },
])('takes %j as it is', (input) => {
  expect(checkTransfer({ ...fine, ...input }, accounts, bank)).toEqual({ ...fine, ...input })
})

test('blanks around a number and a text are none of them, and letters are put together', () => {
  expect(checkTransfer({ ...fine, to: ` ${OTHER}\n`, info: '  a\u0308  b ' }, accounts, bank)).toEqual({
    ...fine,
    info: 'ä  b',
  })
})

test('a pattern that is none fits nothing, and no account number is longer than 64 signs', () => {
  expect(factsOf({}, { ibanPattern: '(' })).toMatchObject({ to: 'pattern' })
  const rules = { ibanPattern: 'N+' }
  expect(factsOf({ to: 'N'.repeat(64) }, rules)).toBeUndefined()
  expect(factsOf({ to: 'N'.repeat(65) }, rules)).toMatchObject({ to: 'pattern' })
})

test('an account number in lower case is the one in upper case, where only that one can be meant', () => {
  expect(checkTransfer({ ...fine, to: ` ${OTHER.toLowerCase()} ` }, accounts, bank).to).toBe(OTHER)
  const either = { ...bank, ibanPattern: '^[A-Za-z]{2}[0-9]{6}$' }
  expect(checkTransfer({ ...fine, to: OTHER.toLowerCase() }, accounts, either).to).toBe(OTHER.toLowerCase())
  expect(() => checkTransfer({ ...fine, to: fine.from.toLowerCase() }, accounts, bank)).toThrow()
  expect(factsOf({ to: 'nhAbCd12' }, { ibanPattern: '^NH[A-Za-z0-9]{6}$' })).toMatchObject({ to: 'pattern' })
  expect(factsOf({ to: 'NH12345ß' }, { ibanPattern: '^[A-Z0-9]{9}$' })).toMatchObject({ to: 'pattern' })
})

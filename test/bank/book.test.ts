import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { TemplateInput } from '../../src-preload/contract/bank-book.ts'
import { hasReminders, KeptBooks, lastTime, nextTime } from '../../src-main/bank/book.ts'
import { bankHandlers } from '../../src-main/bank/index.ts'
import { failureOf, neverLocked, OTHER, OWN, SAVINGS, setup, transfer } from './setup.ts'

const rent: TemplateInput = { name: 'Rent', from: OWN, to: OTHER, amount: 9, info: 'Miete' }
const friday = { unit: 'week', day: 5 } as const

test.each([
  [friday, '2026-03-05', '2026-02-27', '2026-03-06'],
  [friday, '2026-03-06', '2026-03-06', '2026-03-13'],
  [friday, '2026-03-07', '2026-03-06', '2026-03-13'],
  [{ unit: 'week', day: 7 }, '2026-03-01', '2026-03-01', '2026-03-08'],
  [{ unit: 'week', day: 1 }, '2026-01-01', '2025-12-29', '2026-01-05'],
  [{ unit: 'month', day: 1 }, '2026-01-01', '2026-01-01', '2026-02-01'],
  [{ unit: 'month', day: 31 }, '2026-02-27', '2026-01-31', '2026-02-28'],
  [{ unit: 'month', day: 31 }, '2028-02-29', '2028-02-29', '2028-03-31'],
  [{ unit: 'month', day: 15 }, '2026-12-20', '2026-12-15', '2027-01-15'],
] as const)('%j on %s came last on %s and comes next on %s', (every, today, last, next) => {
  expect([lastTime(every, today), nextTime(every, today)]).toEqual([last, next])
})

/** A bank at a time of the test's choice. */
async function at(start: string) {
  const clock = { now: new Date(start) }
  const fixture = await setup({}, undefined, () => clock.now)
  await fixture.signIn()
  await fixture.bank.accounts(true)
  const due = () => fixture.bank.book.view.templates.map((one) => one.due)
  return { ...fixture, clock, due, fixture }
}

test('a reminder is due from its day on, and reminds of no day before it was made', async () => {
  const { bank, clock, due } = await at('2030-03-07T12:00')
  await bank.book.save({ ...rent, every: friday })
  expect(due()).toEqual([undefined])
  clock.now = new Date('2030-03-08T00:01')
  expect(due()).toEqual(['2030-03-08'])
  clock.now = new Date('2030-03-11T12:00')
  expect(due()).toEqual(['2030-03-08'])
  const [template] = bank.book.view.templates
  await bank.book.skip(template?.id ?? '')
  expect(due()).toEqual([undefined])
  clock.now = new Date('2030-03-15T12:00')
  expect(due()).toEqual(['2030-03-15'])
})

test('what was sent since is not reminded of; what the bank refused, or another amount and text, is', async () => {
  const { bank, clock, due, demo, signIn } = await at('2030-03-07T12:00')
  await bank.book.save({ ...rent, every: friday })
  clock.now = new Date('2030-03-08T12:00')
  await signIn()
  expect(await transfer(bank, 5, 'Bier')).toMatchObject({ state: 'succeeded' })
  expect(due()).toEqual(['2030-03-08'])
  demo.faults.push('419')
  expect(await transfer(bank, 9)).toMatchObject({ state: 'refused' })
  expect(due()).toEqual(['2030-03-08'])
  expect(await transfer(bank, 9)).toMatchObject({ state: 'succeeded' })
  expect(due()).toEqual([undefined])
  expect(demo.orders).toHaveLength(3)
})

test('a reminder, however often it comes, sends nothing', async () => {
  const { bank, clock, due, demo } = await at('2030-03-07T12:00')
  await bank.book.save({ ...rent, every: { unit: 'month', day: 6 } })
  for (let month = 3; month < 9; month++) {
    clock.now = new Date(2030, month, 7)
    expect(due()).not.toEqual([undefined])
  }
  expect(demo.orders).toEqual([])
  expect(bank.transfers).toEqual([])
})

test('favourites and templates are their player’s: the next one sees none of them, and a restart keeps them', async () => {
  const { bank, clock, fixture } = await at('2030-03-07T12:00')
  await bank.book.setFavourite(OTHER, true)
  await bank.book.setFavourite(SAVINGS, true)
  await bank.book.setFavourite(SAVINGS, false)
  await bank.book.save({ ...rent, every: friday })
  const held = { favourites: [OTHER], templates: [{ name: 'Rent', next: '2030-03-08' }] }
  expect(bank.book.view).toMatchObject(held)
  await fixture.leave()
  expect(bank.book.view).toEqual({ favourites: [], templates: [] })
  expect(await failureOf(bank.book.setFavourite(OWN, true))).toMatchObject({ code: 'bank-needs-player' })
  fixture.come('2', [SAVINGS])
  await bank.accounts(true)
  expect(bank.book.view).toEqual({ favourites: [], templates: [] })
  await bank.book.setFavourite(OWN, true)
  await fixture.leave()
  fixture.come('1', [OWN])
  clock.now = new Date('2030-03-08T12:00')
  const again = await fixture.restart()
  // a reminder that has come makes the bank look whose it is, without being asked
  await expect.poll(() => again.book.view).toMatchObject({ ...held, templates: [{ due: '2030-03-08' }] })
})

test('changes side by side are all kept', async () => {
  const { bank, folder } = await at('2030-03-07T12:00')
  const numbers = ['NH1', 'NH2', 'NH3', 'NH4']
  await Promise.all([...numbers.map((iban) => bank.book.setFavourite(iban, true)), bank.book.save(rent)])
  expect(bank.book.view).toMatchObject({ favourites: numbers, templates: [{ name: 'Rent' }] })
  const written = await readFile(join(folder, 'bank', 'templates.json'), 'utf8')
  expect(JSON.parse(written)).toMatchObject({ 1: { favourites: numbers, templates: [{ name: 'Rent' }] } })
})

test('a transfer whose outcome nobody knows is not reminded of: it may have happened', async () => {
  const { bank, clock, due, demo, signIn } = await at('2030-03-07T12:00')
  await bank.book.save({ ...rent, every: friday })
  clock.now = new Date('2030-03-08T12:00')
  await signIn()
  demo.faults.push('500')
  const { id, state } = await transfer(bank, 9)
  expect(state).toBe('unknown')
  expect(due()).toEqual([undefined])
  // nor where the player says that it did not happen: their word is not the bank's
  await bank.settle(id, 'not-happened')
  expect(due()).toEqual([undefined])
})

test('a template is changed in its place, and removed', async () => {
  const { bank } = await at('2030-03-07T12:00')
  await bank.book.save(rent)
  const [{ id = '' } = {}] = bank.book.view.templates
  await bank.book.save({ ...rent, id, amount: null, name: 'Hall' })
  expect(bank.book.view.templates).toEqual([
    { ...rent, id, amount: null, name: 'Hall', due: undefined, next: undefined },
  ])
  await bank.book.remove(id)
  expect(bank.book.view.templates).toEqual([])
})

test('what the disk refuses has not happened, and says so', async () => {
  const { bank, folder } = await at('2030-03-07T12:00')
  await bank.book.setFavourite(OTHER, true)
  const file = join(folder, 'bank', 'templates.json')
  await rm(file)
  await mkdir(join(file, 'in-the-way'), { recursive: true })
  expect(await failureOf(bank.book.setFavourite(SAVINGS, true))).toMatchObject({ code: 'book-not-written' })
  expect(bank.book.view.favourites).toEqual([OTHER])
  await rm(file, { recursive: true })
  await bank.book.setFavourite(SAVINGS, true)
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ 1: { favourites: [OTHER, SAVINGS] } })
})

test('a book of another’s making has no say in what may be kept', async () => {
  expect(v.safeParse(KeptBooks, { 1: { favourites: [7], templates: [] } }).success).toBe(false)
  for (const wrong of [{ name: '' }, { amount: 0 }, { amount: 1.5 }, { every: { unit: 'week', day: 8 } }, { extra: 1 }])
    expect(v.safeParse(TemplateInput, { ...rent, ...wrong }).success).toBe(false)
  expect(hasReminders({}, new Date())).toBe(false)
  const { bank, folder, fixture } = await at('2030-03-07T12:00')
  await bank.book.setFavourite(OTHER, true)
  await writeFile(join(folder, 'bank', 'templates.json'), '{"1":{"favourites":"x"}}')
  const again = await fixture.restart()
  await again.accounts(true)
  expect(again.book.view.favourites).toEqual([])
})

test('a template of a newer version costs no other one, and is still there when the player goes back to it', async () => {
  const { bank, folder, fixture } = await at('2030-03-07T12:00')
  await bank.book.setFavourite(OTHER, true)
  await bank.book.save(rent)
  const file = join(folder, 'bank', 'templates.json')
  const [own] = (JSON.parse(await readFile(file, 'utf8')) as KeptBooks)['1']?.templates ?? []
  const newer = { ...own, id: 'newer', every: { unit: 'year', day: 1 } }
  await writeFile(file, JSON.stringify({ 1: { favourites: [OTHER], templates: [newer, own], colour: 'red' } }))
  const again = await fixture.restart()
  await again.accounts(true)
  expect(again.book.view).toMatchObject({ favourites: [OTHER], templates: [{ name: 'Rent', id: own?.id }] })
  await again.book.save({ ...rent, name: 'Hall' })
  expect(again.book.view.templates.map(({ name }) => name)).toEqual(['Hall', 'Rent'])
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    1: { favourites: [OTHER], templates: [newer, own, { name: 'Hall' }], colour: 'red' },
  })
})

test('the question names nobody by a template: main knows a payee, or says that it does not', async () => {
  const { bank, profile } = await at('2030-03-07T12:00')
  const stranger = 'NH999999'
  await bank.book.setFavourite(stranger, true)
  await bank.book.save({ ...rent, name: 'Mara Lindqvist', to: stranger })
  const handlers = bankHandlers(bank, undefined as never, profile.bank, neverLocked)
  const asked = await handlers.transfer({ from: OWN, to: stranger, amount: 9, info: '' }, undefined as never)
  expect(asked).toMatchObject({ question: { kind: 'transfer', to: stranger, payee: '' } })
})

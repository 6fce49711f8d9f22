import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import { dayForm, formatFullDay, parseDay } from '#shared/format/day.ts'
import { I18n } from '#shared/i18n/index.ts'
import DateCase from './support/DateCase.svelte'

const now = new Date(2026, 10, 21)

it.each([
  ['de', '31.12.2026', '2026-12-31'],
  ['de', '1.2.26', '2026-02-01'],
  ['de', ' 1. 2. 2026 ', '2026-02-01'],
  ['de', '24.12.', '2026-12-24'],
  ['de', '2026-12-24', '2026-12-24'],
  ['de', '29.2.2024', '2024-02-29'],
  ['en', '12/31/2026', '2026-12-31'],
  ['en', '2/1/26', '2026-02-01'],
  ['en', '2-1', '2026-02-01'],
  ['de', '29.2.2026', undefined],
  ['de', '12/31/2026', undefined],
  ['de', '1.1.202', undefined],
  ['de', '24', undefined],
  ['de', 'morgen', undefined],
  ['en', '', undefined],
] as const)('in %s, %s is read as %s', (language, text, day) => {
  expect(parseDay(language, text, now)).toBe(day)
})

it('writes a day as the language does, in any zone', () => {
  expect(formatFullDay('de', '2026-02-01')).toBe('01.02.2026')
  expect(formatFullDay('en', '2026-02-01')).toBe('02/01/2026')
  expect(formatFullDay('en', '')).toBe('')
  expect(dayForm('de', { day: 'TT', month: 'MM', year: 'JJJJ' })).toBe('TT.MM.JJJJ')
})

const open = async (language: 'en' | 'de', value?: string) => {
  const i18n = new I18n()
  await i18n.use(language)
  render(DateCase, { i18n, value })
  const field = screen.getByLabelText<HTMLInputElement>('From')
  return { i18n, field, day: () => screen.getByRole('status').textContent }
}

it('takes what is typed, tidies it when the player goes on, and follows a change of language', async () => {
  const { i18n, field, day } = await open('de')
  expect(field.placeholder).toBe('TT.MM.JJJJ')
  await fireEvent.input(field, { target: { value: '5.3.2026' } })
  expect(day()).toBe('2026-03-05')
  expect(field.value).toBe('5.3.2026')
  await fireEvent.blur(field)
  expect(field.value).toBe('05.03.2026')
  await i18n.use('en')
  await waitFor(() => expect(field.value).toBe('03/05/2026'))
})

it('says what is wrong once the player has left the field, and not while typing', async () => {
  const { field, day } = await open('en', '2026-03-05')
  await fireEvent.input(field, { target: { value: '3/45' } })
  expect(day()).toBe('')
  expect(screen.queryByRole('alert')).toBeNull()
  await fireEvent.blur(field)
  expect(screen.getByRole('alert').textContent).toContain('MM/DD/YYYY')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
  await fireEvent.input(field, { target: { value: '' } })
  await fireEvent.blur(field)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows the day that was chosen elsewhere, not the text of no day that was typed before', async () => {
  const { field } = await open('de')
  await fireEvent.input(field, { target: { value: '31.02.2026' } })
  await fireEvent.blur(field)
  await fireEvent.click(screen.getByText('elsewhere'))
  expect(field.value).toBe('01.11.2026')
})

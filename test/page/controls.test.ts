import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import { choices } from '../../src-renderer/settings/choices.ts'
import Select from '#shared/ui/Select.svelte'
import Switch from '#shared/ui/Switch.svelte'

const options = ['light', 'dark'].map((value) => ({ value, label: value }))

/** A change that is under way until it is said how it went. */
function slowChange() {
  let end: (() => void) | undefined
  const onchange = () => new Promise<void>((resolve) => (end = resolve))
  return { onchange, end: () => end?.() }
}

it('shows in a select what is set, once a change was not taken', async () => {
  const { onchange, end } = slowChange()
  render(Select, { label: 'Theme', value: 'light', options, onchange })
  const select = screen.getByLabelText<HTMLSelectElement>('Theme')
  await fireEvent.change(select, { target: { value: 'dark' } })
  expect(select.value).toBe('dark')
  end()
  await waitFor(() => expect(select.value).toBe('light'))
})

it('shows in a select what was taken', async () => {
  const { rerender } = render(Select, { label: 'Theme', value: 'light', options, onchange: () => undefined })
  const select = screen.getByLabelText<HTMLSelectElement>('Theme')
  await fireEvent.change(select, { target: { value: 'dark' } })
  await rerender({ value: 'dark' })
  expect(select.value).toBe('dark')
})

it('shows on a switch what is set, once a change was not taken', async () => {
  const { onchange, end } = slowChange()
  render(Switch, { label: 'Tray', checked: false, onchange })
  const box = screen.getByRole<HTMLInputElement>('switch')
  await fireEvent.click(box)
  expect(box.checked).toBe(true)
  end()
  await waitFor(() => expect(box.checked).toBe(false))
})

it('offers what a settings file says besides the usual, where it belongs', () => {
  const word = (minute: number) => `${minute} min`
  expect(choices([0, 30, 60], 45, word).map(({ value }) => value)).toEqual(['0', '30', '45', '60'])
  expect(choices([0, 30, 60], 30, word)).toHaveLength(3)
})

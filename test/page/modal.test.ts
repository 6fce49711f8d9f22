import { fireEvent } from '@testing-library/svelte'
import { expect, it, onTestFinished } from 'vitest'
import { modal } from '../../src-renderer/shared/ui/modal.ts'

it('closes by a click beside it, but not once the player has typed into its form', async () => {
  document.body.innerHTML = '<dialog><input name="search" /><form><input name="to" value="given" /></form></dialog>'
  const dialog = document.querySelector('dialog') as HTMLDialogElement
  const field = (name: string) => document.querySelector(`input[name="${name}"]`) as HTMLInputElement
  let closed = 0
  onTestFinished(modal(() => closed++)(dialog))
  await fireEvent.input(field('search'), { target: { value: 'Ole' } })
  await fireEvent.pointerDown(dialog)
  expect(closed).toBe(1)
  await fireEvent.input(field('to'), { target: { value: 'NH200007' } })
  await fireEvent.pointerDown(dialog)
  expect(closed).toBe(1)
  dialog.querySelector('form')?.toggleAttribute('hidden') // what was typed is on its way
  await fireEvent.pointerDown(dialog)
  expect(closed).toBe(2)
  dialog.querySelector('form')?.toggleAttribute('hidden')
  await fireEvent.input(field('to'), { target: { value: '' } })
  await fireEvent.pointerDown(dialog)
  expect(closed).toBe(3)
})

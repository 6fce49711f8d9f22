import { beforeEach, expect, test } from 'vitest'
import { holdInput } from '../../src-renderer/held-input.ts'

let did: string[] = []
let button: HTMLButtonElement

beforeEach(() => {
  did = []
  button = document.createElement('button')
  document.body.replaceChildren(button)
  button.addEventListener('click', () => did.push('click'))
  button.addEventListener('keydown', ({ key }) => did.push(key))
})

test('what is pressed before the page is live is done once it is, in its order', () => {
  const input = holdInput()
  button.click()
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }))
  did = [] // the script that would have heard it was not there
  input.release()
  expect(did).toEqual(['click', 'x'])
})

test('where the page does not come alive nothing is held any more, and nothing is done late', () => {
  const input = holdInput()
  button.click()
  did = []
  input.drop()
  expect(did).toEqual([])
  const click = new MouseEvent('click', { cancelable: true })
  button.dispatchEvent(click)
  expect({ did, prevented: click.defaultPrevented }).toEqual({ did: ['click'], prevented: false })
})

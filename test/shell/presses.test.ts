import { EventEmitter } from 'node:events'
import type { InputEvent, WebContents } from 'electron'
import { expect, it } from 'vitest'
import { followPresses, PRESS_LASTS_MS } from '../../src-main/shell/presses.ts'

function open() {
  const page = new EventEmitter()
  let time = 0
  const keep = followPresses(page as unknown as WebContents, () => time)
  const press = (input: Partial<InputEvent> = {}) => page.emit('input-event', {}, { type: 'mouseDown', ...input })
  return { keep, press, pass: (ms: number) => (time += ms) }
}

it('a press is good for one act, and for none that was asked before it', () => {
  const { keep, press } = open()
  const early = keep()
  press()
  const [one, other] = [keep(), keep()]
  expect([early(), one(), other(), one(), keep()()]).toEqual([false, true, false, false, false])
})

it('a press is not kept for later, however long what it led to takes', () => {
  const { keep, press, pass } = open()
  press()
  const slow = keep()
  pass(PRESS_LASTS_MS + 1)
  expect(keep()()).toBe(false)
  expect(slow()).toBe(true)
})

it('a second press, as of a double click, takes nothing from the first', () => {
  const { keep, press } = open()
  press()
  const first = keep()
  press()
  expect([first(), keep()()]).toEqual([true, true])
})

it('moving the pointer, letting go and holding a key down are no presses', () => {
  const { keep, press } = open()
  for (const type of ['mouseMove', 'mouseUp', 'keyUp', 'char', 'mouseWheel'] as const) press({ type })
  press({ type: 'rawKeyDown', modifiers: ['isautorepeat'] })
  expect(keep()()).toBe(false)
})

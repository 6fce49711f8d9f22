import { EventEmitter } from 'node:events'
import type { InputEvent, BrowserWindow } from 'electron'
import { expect, it } from 'vitest'
import { followPresses, Quiet } from '../../src-main/shell/presses.ts'

function open() {
  const webContents = new EventEmitter()
  const window = Object.assign(new EventEmitter(), { webContents })
  let time = 70_000
  const keep = followPresses(window as unknown as BrowserWindow, () => time)
  const press = (input: Partial<InputEvent> = {}) =>
    webContents.emit('input-event', {}, { type: 'mouseDown', ...input })
  return { keep, press, pass: (ms: number) => (time += ms), hide: () => window.emit('hide') }
}

it('a press is good for one act, and for none that was asked before it', () => {
  const { keep, press } = open()
  const early = keep()
  press()
  const [one, other] = [keep(), keep()]
  expect([early(), one(), other(), one(), keep()()]).toEqual([false, true, false, false, false])
})

it.each(['mouseDown', 'rawKeyDown', 'keyDown', 'touchStart', 'gestureTap'] as const)('%s is a press', (type) => {
  const { keep, press, pass } = open()
  press({ type })
  pass(5_000)
  expect(keep()()).toBe(true)
})

it('a press is not kept for later, however long what it led to takes', () => {
  const { keep, press, pass } = open()
  press()
  const slow = keep()
  pass(5_001)
  expect(keep()()).toBe(false)
  expect(slow()).toBe(true)
})

it('a press ends with its window being hidden: what comes next, as a notice, is no answer to it', () => {
  const { keep, press, hide } = open()
  press()
  const kept = keep()
  hide()
  expect(keep()()).toBe(false)
  expect(kept()).toBe(true)
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

it('a question takes no answer while the player still types or clicks elsewhere, nor right after it gets the focus', () => {
  let time = 0
  let ready = 0
  const waiting: { at: number; then: () => void }[] = []
  const quiet = new Quiet({
    now: () => time,
    leastMs: 500,
    later: (ms, then) => waiting.push({ at: time + ms, then }),
    ready: () => ready++,
  })
  const pass = (ms: number) => {
    time += ms
    for (const { then } of waiting.splice(0).filter((one) => one.at <= time || !waiting.push(one))) then()
  }
  expect(quiet.ms).toBe(-Infinity) // not shown yet
  quiet.begin()
  pass(400)
  quiet.press()
  pass(100)
  expect([quiet.ms, ready]).toEqual([100, 0])
  pass(400)
  expect([quiet.ms, ready]).toEqual([500, 1])
  quiet.press() // the answer
  pass(100)
  quiet.press()
  expect(quiet.ms).toBe(600)
  quiet.begin() // the focus
  expect([quiet.ms, ready]).toEqual([0, 1])
  waiting.splice(0).forEach(({ then }) => then()) // a clock that rings early
  pass(500)
  expect([quiet.ms, ready]).toEqual([500, 2])
})

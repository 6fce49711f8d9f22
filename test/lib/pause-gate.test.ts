import { expect, test } from 'vitest'
import { PauseGate } from '../../src-main/lib/index.ts'

test('passes while open, waits while paused and goes on after', async () => {
  const gate = new PauseGate()
  await gate.pass()
  gate.pause()
  gate.pause()
  let passed = false
  const waiting = gate.pass().then(() => (passed = true))
  await new Promise(setImmediate)
  expect([gate.paused, passed]).toEqual([true, false])
  gate.resume()
  await waiting
  expect(gate.paused).toBe(false)
})

test('an abort ends the wait with its reason', async () => {
  const gate = new PauseGate()
  gate.pause()
  const control = new AbortController()
  const waiting = gate.pass(control.signal)
  control.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  await expect(gate.pass(control.signal)).rejects.toThrow('enough')
})

test('a gate that is paused again right after it opened still holds who had not passed yet', async () => {
  const gate = new PauseGate()
  gate.pause()
  let passed = false
  const waiting = gate.pass().then(() => (passed = true))
  gate.resume()
  gate.pause()
  await new Promise(setImmediate)
  expect(passed).toBe(false)
  gate.resume()
  await waiting
})

import { expect, test } from 'vitest'
import { Emitter } from '../../src-main/lib/index.ts'

test('each listener hears every value until it stops, also one that was added twice', () => {
  const emitter = new Emitter<number>()
  const heard: number[] = []
  const listener = (value: number) => void heard.push(value)
  const stops = [emitter.on(listener), emitter.on(listener)]
  emitter.emit(1)
  stops[0]?.()
  emitter.emit(2)
  stops[1]?.()
  emitter.emit(3)
  expect(heard).toEqual([1, 1, 2])
})

test('a listener that stops another one while a value is told does not break the round', () => {
  const emitter = new Emitter()
  const heard: string[] = []
  const stops: (() => void)[] = []
  stops.push(emitter.on(() => stops.forEach((stop) => stop())))
  stops.push(emitter.on(() => void heard.push('second')))
  emitter.emit()
  emitter.emit()
  expect(heard).toEqual(['second'])
})

test('one listener that fails keeps no other from hearing', () => {
  const emitter = new Emitter<number>()
  const heard: number[] = []
  emitter.on(() => {
    throw new Error('a bug')
  })
  emitter.on((value) => heard.push(value))
  expect(() => emitter.emit(1)).toThrow('a bug')
  expect(heard).toEqual([1])
})

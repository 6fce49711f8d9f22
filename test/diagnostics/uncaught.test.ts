import { expect, it } from 'vitest'
import type { Failure } from '../../src-preload/contract/failure.ts'
import { Uncaught } from '../../src-main/diagnostics/index.ts'

function open() {
  const logged: unknown[] = []
  const uncaught = new Uncaught({
    incident: (error) => `N${logged.push(error)}`,
    error: (line) => void logged.push(line),
  })
  return { uncaught, logged }
}

it('What no job caught is logged, and every listener gets a failure with its incident', () => {
  const { uncaught, logged } = open()
  const heard: Failure[] = []
  uncaught.onFailure((failure) => heard.push(failure))
  const fault = new TypeError('nobody’s')
  uncaught.handle(fault)
  expect(logged).toEqual([fault])
  expect(heard).toMatchObject([{ code: 'work-ended', facts: { incident: 'N1' } }])
})

it('A listener that fails itself does not end the app', () => {
  const { uncaught, logged } = open()
  uncaught.onFailure(() => {
    throw new Error('again')
  })
  uncaught.handle(new Error('first'))
  expect(logged).toHaveLength(2)
})

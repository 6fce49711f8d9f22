import { expect, it, onTestFinished, vi } from 'vitest'
import { throttleLatest } from '../../src-main/bridge/server.ts'
import { connect } from './support.ts'

it('sends at most ten reports a second, the first at once and the last always', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { client, sent } = connect({
    install: async (_input, { report }) => {
      for (let doneBytes = 1; doneBytes <= 45; doneBytes++) {
        report({ doneBytes })
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      report({ doneBytes: -1 })
      return { files: 45 }
    },
  })
  const begin = performance.now()
  const installed = client.files.install({ folder: 'a' })
  await vi.advanceTimersByTimeAsync(450)
  expect(await installed).toEqual({ files: 45 })
  expect(sent.map(({ payload, at }) => [at - begin, payload])).toEqual([
    [0, { doneBytes: 1 }],
    [100, { doneBytes: 10 }],
    [200, { doneBytes: 20 }],
    [300, { doneBytes: 30 }],
    [400, { doneBytes: 40 }],
    [450, { doneBytes: -1 }],
  ])
})

it('sends at once again after a pause, and no timer runs meanwhile', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const heard: number[] = []
  const latest = throttleLatest<number>(1_000, (value) => heard.push(value))
  latest.push(1)
  vi.advanceTimersByTime(1_000)
  expect(vi.getTimerCount()).toBe(0)
  latest.push(2)
  expect(heard).toEqual([1, 2])
  latest.end()
  expect(vi.getTimerCount()).toBe(0)
})

it('is silent after its end', () => {
  const heard: number[] = []
  const latest = throttleLatest<number>(1_000, (value) => heard.push(value))
  for (const value of [1, 2, 3]) latest.push(value)
  latest.end()
  latest.push(4)
  latest.end()
  expect(heard).toEqual([1, 3])
})

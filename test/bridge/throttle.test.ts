import { expect, it } from 'vitest'
import { throttleLatest } from '../../src-main/shell/bridge/throttle.ts'
import { connect, gate } from './support.ts'

it('sends at most ten reports a second, the first at once and the last always', async () => {
  const done = gate()
  const { client, sent } = connect({
    install: async (_input, { report }) => {
      const started = performance.now()
      let doneBytes = 0
      while (performance.now() - started < 450) {
        report({ doneBytes: ++doneBytes })
        await new Promise((resolve) => setImmediate(resolve))
      }
      report({ doneBytes: -1 })
      done.open()
      return { files: doneBytes }
    },
  })
  await client.files.install({ folder: 'a' })
  await done.opened
  expect(sent.length).toBeGreaterThanOrEqual(2)
  expect(sent.length).toBeLessThanOrEqual(6) // 0, 100, 200, 300, 400 ms, and what the end let out
  expect(sent[0]?.payload).toEqual({ doneBytes: 1 })
  expect(sent.at(-1)?.payload).toEqual({ doneBytes: -1 })
  const gaps = sent.slice(1, -1).map(({ at }, index) => at - (sent[index]?.at ?? 0))
  expect(Math.min(...gaps, 100)).toBeGreaterThanOrEqual(95)
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

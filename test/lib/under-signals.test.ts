import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { underSignals } from '../../src-main/lib/index.ts'

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const end = () => reject(signal.reason as Error)
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })

it('aborts the work with the reason of whichever signal comes first', async () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const work = underSignals([first.signal, undefined, second.signal], untilAborted)
  second.abort(new Error('second'))
  await expect(work).rejects.toThrow('second')
  await expect(underSignals([first.signal, second.signal], untilAborted)).rejects.toThrow('second')
})

it('holds on to no signal once the work is over, done or failed', async () => {
  const long = new AbortController()
  expect(await underSignals([long.signal], () => Promise.resolve(7))).toBe(7)
  await expect(underSignals([long.signal], () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(getEventListeners(long.signal, 'abort')).toHaveLength(0)
})

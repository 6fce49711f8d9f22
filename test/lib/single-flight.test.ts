import { expect, test } from 'vitest'
import { oneFlight, SingleFlight } from '../../src-main/lib/index.ts'

function controlled() {
  const runs: { signal: AbortSignal; resolve: (value: string) => void; reject: (error: Error) => void }[] = []
  const start = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      runs.push({ signal, resolve, reject })
    })
  return { runs, start }
}

test('who asks while a run is under way gets its answer; a later question starts anew', async () => {
  const flights = new SingleFlight<string, string>()
  const { runs, start } = controlled()
  const both = [flights.join('a', undefined, start), flights.join('a', undefined, start)]
  const other = flights.join('b', undefined, start)
  expect(runs).toHaveLength(2)
  runs[0]?.resolve('one')
  runs[1]?.resolve('two')
  expect(await Promise.all([...both, other])).toEqual(['one', 'one', 'two'])
  const again = flights.join('a', undefined, start)
  expect(runs).toHaveLength(3)
  runs[2]?.resolve('three')
  expect(await again).toBe('three')
})

test('the run is aborted when the last waiter leaves, and not before; the next question does not join it', async () => {
  const flights = new SingleFlight<string, string>()
  const { runs, start } = controlled()
  const [first, second] = [new AbortController(), new AbortController()]
  const waiting = [flights.join('a', first.signal, start), flights.join('a', second.signal, start)]
  first.abort(new Error('first left'))
  await expect(waiting[0]).rejects.toThrow('first left')
  expect(runs[0]?.signal.aborted).toBe(false)
  second.abort(new Error('second left'))
  await expect(waiting[1]).rejects.toThrow('second left')
  expect(runs[0]?.signal.aborted).toBe(true)
  const next = flights.join('a', undefined, start)
  expect(runs).toHaveLength(2)
  runs[0]?.reject(new Error('late'))
  runs[1]?.resolve('done')
  expect(await next).toBe('done')
})

test('a failed run fails all that wait, and is not remembered', async () => {
  const flights = new SingleFlight<string, string>()
  const { runs, start } = controlled()
  const both = [flights.join('a', undefined, start), flights.join('a', undefined, start)]
  runs[0]?.reject(new Error('broken'))
  for (const one of both) await expect(one).rejects.toThrow('broken')
  const again = flights.join('a', undefined, start)
  runs[1]?.resolve('fine')
  expect(await again).toBe('fine')
})

test('one flight for all: a call during a run gets its answer, also a failure, and a later call starts anew', async () => {
  const { runs, start } = controlled()
  const look = oneFlight(() => start(new AbortController().signal))
  const both = [look(), look()]
  expect(runs).toHaveLength(1)
  runs[0]?.reject(new Error('one'))
  await Promise.all(both.map((one) => expect(one).rejects.toThrow('one')))
  const again = look()
  runs[1]?.resolve('two')
  expect(await again).toBe('two')
})

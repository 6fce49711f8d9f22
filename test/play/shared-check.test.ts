import { expect, it } from 'vitest'
import { shareChecks } from '../../src-main/play/shared-check.ts'
import type { ModCheck } from '../../src-main/play/ports.ts'

const answer: ModCheck = { ready: true, problems: 0, tier: 'quick', at: 1, missingBytes: 0, mod: 'Harbour' }

/** Checks that end when told. */
function held() {
  const asked: { modId: number; signal: AbortSignal; end: (check: ModCheck) => void }[] = []
  const check = shareChecks(
    (modId, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ modId, signal, end: resolve })
        signal.addEventListener('abort', () => reject(new DOMException('x', 'AbortError')))
      }),
  )
  return { asked, check }
}

it('is one check for two who ask at the same time, and a new one after', async () => {
  const { asked, check } = held()
  const { signal } = new AbortController()
  const both = Promise.all([check(1, signal), check(1, signal)])
  asked[0]?.end(answer)
  expect(await both).toEqual([answer, answer])
  const third = check(1, signal)
  expect(asked).toHaveLength(2)
  asked[1]?.end(answer)
  await third
})

it('goes on for the one who still waits, and ends when nobody does', async () => {
  const { asked, check } = held()
  const [one, other] = [new AbortController(), new AbortController()]
  const first = check(1, one.signal)
  const second = check(1, other.signal)
  one.abort()
  expect(asked[0]?.signal.aborted).toBe(false)
  other.abort()
  await expect(first).rejects.toMatchObject({ name: 'AbortError' })
  await expect(second).rejects.toMatchObject({ name: 'AbortError' })
  expect(asked[0]?.signal.aborted).toBe(true)
  const again = check(1, new AbortController().signal)
  expect(asked).toHaveLength(2)
  asked[1]?.end(answer)
  expect(await again).toBe(answer)
})

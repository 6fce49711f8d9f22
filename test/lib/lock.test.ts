import { expect, it } from 'vitest'
import { takeLock, withLock } from '../../src-main/lib/index.ts'

it('work under a lock that nobody lets go is done in the end', async () => {
  const unlock = await takeLock('kept for ever')
  expect(await withLock('kept for ever', () => Promise.resolve('done'), 3)).toBe('done')
  expect(await takeLock('kept for ever')).toBeUndefined() // it is still the other's
  unlock?.()
})

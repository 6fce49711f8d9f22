import { stat } from 'node:fs/promises'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { errnoOf, errnoOutcome } from '../../src-main/lib/index.ts'

test('an error of the disk has its errno, what a time limit throws has none, though it has a code', async () => {
  const gone = await stat('/nothing/here').catch((error: unknown) => error)
  expect(errnoOf(gone)).toBe('ENOENT')
  const over = AbortSignal.timeout(1)
  await once(over, 'abort')
  expect(over.reason).toHaveProperty('code', DOMException.TIMEOUT_ERR)
  expect(errnoOf(over.reason)).toBe('')
  expect(['thrown', undefined, null, new Error('bare')].map(errnoOf)).toEqual(['', '', '', ''])
})

test('what could not be read is told by a word that is never taken for a digest', () => {
  const error = (code: string) => Object.assign(new Error(code), { code })
  expect(['ENOENT', 'UNKNOWN', ''].map((code) => errnoOutcome(error(code)))).toEqual(['ENOENT', 'EIO', 'EIO'])
})

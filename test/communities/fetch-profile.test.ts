import { expect, test } from 'vitest'
import { fetchProfile } from '../../src-main/communities/index.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'
import { serve } from '../support/serve.ts'

/** Why an address was no profile, or how that begins. */
async function reasonFor(address: string): Promise<string> {
  const error = await fetchProfile(address).catch((thrown: unknown) => thrown)
  if (!isFailure(error) || !error.is('profile-unreachable')) throw new Error('expected a failure', { cause: error })
  return error.facts.reason
}

test('a profile comes over https only, and what went wrong is told in a word', async () => {
  const { host } = new URL(await serve((_, response) => response.end('{}')))
  expect(await reasonFor(`http://${host}/profile.json`)).toBe('not-https')
  expect(await reasonFor('https://')).toBe('not-https')
  expect(await reasonFor(`https://${host}/profile.json`)).toMatch(/^ERR_SSL_/) // it speaks no TLS
  expect(await reasonFor('https://nobody.invalid/profile.json')).toBe('dns')
})

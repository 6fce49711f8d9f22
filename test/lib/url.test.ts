import { expect, it } from 'vitest'
import { urlOf } from '../../src-main/lib/index.ts'

it('reads an address with any letters, however often it is asked', () => {
  const hosts = new Set(Array.from({ length: 50_000 }, () => urlOf('https://nördlich.example/x')?.host))
  expect([...hosts]).toEqual(['xn--nrdlich-90a.example'])
})

it('takes what is no address for none, and a relative one from its base', () => {
  expect([urlOf(''), urlOf('north'), urlOf('https://')]).toEqual([undefined, undefined, undefined])
  expect(urlOf('../b', new URL('https://north.example/a/c'))?.href).toBe('https://north.example/b')
})

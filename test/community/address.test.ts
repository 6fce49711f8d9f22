import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf } from '../../src-main/community/address.ts'
import { endpointOf } from '../../src-main/community/endpoints.ts'

const base = 'https://service.example/api/'

test('puts parameters into their own segments', () => {
  const params = { server_id: 1, itemname: 'a/b?c=d#e %2e\\', backlog_count: 50 }
  expect(addressOf(base, endpointOf('marketLog'), params)).toEqual({
    origin: 'https://service.example',
    host: 'service.example',
    path: '/api/v1/market_logs/1/a%2Fb%3Fc%3Dd%23e%20%252e%5C/50',
  })
})

test('takes IPv6 addresses', () => {
  expect(addressOf(base, endpointOf('serverByIp'), { ip: 'fe80::1%eth0' }).path).toBe(
    '/api/v1/server/ip/fe80%3A%3A1%25eth0',
  )
})

test.each([{}, { id: '' }, { id: '.' }, { id: '..' }, { id: 'x'.repeat(501) }, { id: '\ud800' }, { id: 1, more: 2 }])(
  'refuses %j',
  (params) => {
    expect(() => addressOf(base, endpointOf('server'), params as never)).toThrow(
      expect.objectContaining({ code: 'bad-request' }),
    )
  },
)

test('whatever the text, the path keeps its shape', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 60, unit: 'binary' }), (ip) => {
      const pathOf = () => addressOf(base, endpointOf('serverByIp'), { ip }).path
      if (/^\.\.?$|\p{Cs}/u.test(ip)) return expect(pathOf).toThrow('bad-request')
      const path = pathOf()
      const resolved = new URL(path, base)
      expect(resolved.pathname.startsWith('/api/v1/server/ip/')).toBe(true)
      expect(resolved.pathname.split('/')).toHaveLength(6)
      expect([resolved.search, resolved.hash]).toEqual(['', ''])
      expect(decodeURIComponent(path.split('/').at(-1) ?? '')).toBe(ip)
    }),
    { seed: 7, numRuns: 500 },
  )
})

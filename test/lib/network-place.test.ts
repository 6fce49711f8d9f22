import { expect, test } from 'vitest'
import { networkPlace } from '../../src-main/lib/index.ts'

const placeOf = (host: string) => networkPlace(new URL(`http://${host}/`).hostname)

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '0.0.0.0',
  '0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  '127.8.9.1',
])('this computer: %s', (host) => expect(placeOf(host)).toBe('loopback'))
test.each([
  '10.1.2.3',
  '192.168.0.1',
  '172.31.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '[fe80::1]',
  '[fd00::1]',
  '[::ffff:192.168.1.1]',
  '3232235777',
])('its network: %s', (host) => expect(placeOf(host)).toBe('private'))
test.each([
  'api.example.org',
  '127.0.0.1.example.org',
  'localhost.example.org',
  '8.8.8.8',
  '172.32.0.1',
  '[2001:4860:4860::8888]',
])('the world: %s', (host) => expect(placeOf(host)).toBe('public'))
test('an address with a zone, as a socket tells it', () => expect(networkPlace('fe80::1%eth0')).toBe('private'))

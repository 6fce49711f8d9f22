import { expect, it } from 'vitest'
import { judgeSandbox, RESTORED } from '../../src-main/desktop/sandbox.ts'

const start = (args: string[], more: Partial<Parameters<typeof judgeSandbox>[0]> = {}) =>
  judgeSandbox({ args, env: {}, platform: 'linux', uid: 1000, hasSwitch: () => false, ...more })

it('a plain start is fine', () => {
  expect(start(['/app', 'loadout://join/2', '--hidden', '--user-data-dir=/no-sandbox'])).toBe('fine')
})

it.each([
  '--no-sandbox',
  '-no-sandbox',
  '/no-sandbox',
  '--NO-SANDBOX',
  '--no-sandbox=1',
  '--no-zygote',
  '--disable-namespace-sandbox',
  '--disable-setuid-sandbox',
  '--disable-seccomp-filter-sandbox',
])('%s is taken away, and nothing else', (word) => {
  expect(start(['/app', word, '--hidden'])).toEqual({ again: ['/app', '--hidden', '--sandbox-restored'] })
})

it('so are the switch that only Chromium has seen, and the variable', () => {
  expect(start(['/app'], { hasSwitch: (name) => name === 'no-sandbox' })).toEqual({ again: ['/app', RESTORED] })
  expect(start(['/app'], { env: { ELECTRON_DISABLE_SANDBOX: '1' } })).toEqual({ again: ['/app', RESTORED] })
})

it('who was started again and is without a sandbox after all ends', () => {
  expect(start(['/app', RESTORED, '--no-sandbox'])).toBe('end')
  expect(start(['/app', RESTORED])).toBe('fine')
})

it('only root on Linux may', () => {
  expect(start(['--no-sandbox'], { uid: 0 })).toBe('fine')
  expect(start(['--no-sandbox'], { uid: 0, platform: 'darwin' })).not.toBe('fine')
  expect(start(['--no-sandbox'], { uid: undefined, platform: 'win32' })).not.toBe('fine')
})

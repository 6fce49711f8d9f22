import { expect, it } from 'vitest'
import { pinnedElectron, whyNotCurrent } from '../../scripts/lib/current-electron.mjs'

it('the Electron in use is one exact, finished release', () => {
  expect(whyNotCurrent(pinnedElectron(), pinnedElectron())).toBeUndefined()
  for (const loose of ['^45.4.1', '45', 'latest', '46.0.0-beta.2', ''])
    expect(whyNotCurrent(loose, '45.4.1')).toContain('not one exact')
})

it('a major that gets no security mends any more is told', () => {
  expect(whyNotCurrent('45.4.1', '45.9.0')).toBeUndefined()
  expect(whyNotCurrent('45.4.1', '47.0.2')).toBeUndefined()
  expect(whyNotCurrent('45.4.1', '48.0.0')).toContain('48.0.0')
})

import { expect, it } from 'vitest'
import { isNetworkPath } from '../../src-main/lib/index.ts'

const foreign = ['\\\\host\\share', '//host/share', '\\\\?\\C:\\x', '\\\\.\\pipe\\x', '\\/host/share']

it('a path of another computer is known by its beginning', () => {
  expect(foreign.map(isNetworkPath)).toEqual(foreign.map(() => true))
  expect(['/home/otto', 'D:\\Games', 'games', '', '/'].map(isNetworkPath)).toEqual([false, false, false, false, false])
})

import { afterEach, expect, it } from 'vitest'
import { describeFailure } from '#shared/failure/describe.ts'
import { shownFacts, shownPath, streamer } from '#shared/privacy/index.ts'

afterEach(() => (streamer.on = false))

it('a path is shown as it is, and in streamer mode by its last name', () => {
  expect(shownPath('/home/otto/games/Arma 3')).toBe('/home/otto/games/Arma 3')
  streamer.on = true
  expect(shownPath('/home/otto/games/Arma 3')).toBe('…/Arma 3')
  expect(shownPath('D:\\Otto\\Arma 3\\')).toBe('…/Arma 3')
  expect(shownPath('\\\\nas\\otto\\arma')).toBe('…/arma')
  expect(shownPath('@mod/addons/a.pbo')).toBe('@mod/addons/a.pbo')
  expect(shownFacts({ folder: '/home/otto/x', count: 3, names: 'arma3.exe' })).toEqual({
    folder: '…/x',
    count: 3,
    names: 'arma3.exe',
  })
})

it('a failure names no folder above the last in streamer mode', () => {
  streamer.on = true
  const facts = { path: '/home/otto/Arma 3', errno: 'EACCES' }
  const speech = { language: 'en', t: (_key: string, given?: object) => JSON.stringify(given) } as const
  const told = describeFailure({ code: 'game-dir-unusable', facts }, speech)
  expect(told.sentence).toContain('…/Arma 3')
  expect(told.sentence).not.toContain('otto')
})

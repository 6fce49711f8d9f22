import { expect, it } from 'vitest'
import { asUnusable } from '../../src-main/mods/files/game-dir.ts'

const withCode = (code: string) => Object.assign(new Error(code), { code })

it.each(['ENOENT', 'EACCES', 'E2BIG', 'UNKNOWN'])('%s is said against the game folder', (errno) => {
  expect(asUnusable(withCode(errno), '/game')).toMatchObject({
    code: 'game-dir-unusable',
    facts: { path: '/game', errno },
  })
})

it.each(['ERR_INVALID_ARG_TYPE', 'ABORT_ERR', ''])('%j is not: it comes back as it is', (code) => {
  const error = withCode(code)
  expect(asUnusable(error, '/game')).toBe(error)
})

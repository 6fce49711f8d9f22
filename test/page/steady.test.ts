import { expect, it } from 'vitest'
import { steadily } from '../../src-renderer/views/search/steady.ts'

const found = (...keys: string[]) => keys.map((key) => ({ key }))

it('what is found later for the same question follows, and another question begins anew', () => {
  const steady = steadily()
  expect(steady('ma', found('market', 'map'))).toEqual(found('market', 'map'))
  expect(steady('ma', found('mask', 'market', 'malt', 'map'))).toEqual(found('market', 'map', 'mask', 'malt'))
  expect(steady('mas', found('mask'))).toEqual(found('mask'))
  expect(steady('ma', found('mask', 'market'))).toEqual(found('mask', 'market'))
})

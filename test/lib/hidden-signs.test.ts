import { expect, test } from 'vitest'
import { hasHidden, withoutHidden } from '../../src-main/lib/index.ts'

const hidden = ['\u0000', '\u009f', '\u00ad', '\u200b', '\u202e', '\u2028', '\u2029', '\ud800', '\ue000', '\u{e0001}']

test.each(hidden)('takes %j out of a text, each time it stands there', (sign) => {
  expect([hasHidden(`a${sign}b`), hasHidden(`a${sign}b`)]).toEqual([true, true])
  expect(withoutHidden(`${sign}a${sign}b`)).toBe('ab')
  expect(withoutHidden(`a${sign}b`, ' ')).toBe('a b')
})

test('leaves what is seen', () => {
  const seen = 'Fenja Løvstrøm 東京 🚢 – 1 2'
  expect({ hidden: hasHidden(seen), text: withoutHidden(seen) }).toEqual({ hidden: false, text: seen })
})

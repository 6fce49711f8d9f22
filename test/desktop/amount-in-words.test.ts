import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountInWords } from '../../src-main/desktop/amount-in-words.ts'

test.each([
  [0, 'zero', 'null'],
  [1, 'one', 'eins'],
  [16, 'sixteen', 'sechzehn'],
  [17, 'seventeen', 'siebzehn'],
  [20, 'twenty', 'zwanzig'],
  [21, 'twenty-one', 'einundzwanzig'],
  [30, 'thirty', 'dreißig'],
  [76, 'seventy-six', 'sechsundsiebzig'],
  [100, 'one hundred', 'einhundert'],
  [200, 'two hundred', 'zweihundert'],
  [101, 'one hundred and one', 'einhunderteins'],
  [1_000, 'one thousand', 'eintausend'],
  [1_001, 'one thousand one', 'eintausendeins'],
  [1_200, 'one thousand two hundred', 'eintausendzweihundert'],
  [21_000, 'twenty-one thousand', 'einundzwanzigtausend'],
  [101_000, 'one hundred and one thousand', 'einhunderteintausend'],
  [
    999_999,
    'nine hundred and ninety-nine thousand nine hundred and ninety-nine',
    'neunhundertneunundneunzigtausendneunhundertneunundneunzig',
  ],
  [1_000_000, 'one million', 'eine Million'],
  [2_000_001, 'two million one', 'zwei Millionen eins'],
  [1_001_000_000, 'one billion one million', 'eine Milliarde eine Million'],
  [21_000_000, 'twenty-one million', 'einundzwanzig Millionen'],
  [1_000_000_000_000, 'one trillion', 'eine Billion'],
  [1_000_000_000_000_000, 'one quadrillion', 'eine Billiarde'],
])('%i in words', (amount, english, german) => {
  expect(amountInWords(amount, 'en')).toBe(english)
  expect(amountInWords(amount, 'de')).toBe(german)
})

test('any amount has words, and no two neighbours the same', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER - 1 }),
      fc.constantFrom('en' as const, 'de' as const),
      (amount, language) => {
        const words = amountInWords(amount, language)
        expect(words).toMatch(/^[\p{L} -]+$/u)
        expect(words).not.toMatch(/undefined|\s{2}|^\s|\s$/)
        expect(amountInWords(amount + 1, language)).not.toBe(words)
        if (amount > 0) expect(amountInWords(amount * 10, language)).not.toBe(words) // a wrong zero is seen
      },
    ),
  )
})

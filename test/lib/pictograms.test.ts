import { expect, test } from 'vitest'
import { withoutHidden } from '../../src-main/lib/index.ts'

test.each([
  ['für 👨‍👩‍👧 🇩🇪', 'für 👨‍👩‍👧 🇩🇪'],
  [
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
    '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  ],
  ['👩🏽\u200D🚀 ❤️\u200D🔥 🧑🏽\u200D❤️\u200D🧑🏿', '👩🏽\u200D🚀 ❤️\u200D🔥 🧑🏽\u200D❤️\u200D🧑🏿'],
  ['🏴\u{E0061}\u{E007F}', '🏴··'],
  ['🚀\u200D', '🚀·'],
  ['a\u200Db\u202Ec', 'a·b·c'],
  ['\u{E0067}7', '·7'],
])('%j is shown as %j: a pictogram whole, and no hidden sign', (text, shown) => {
  expect(withoutHidden(text, '·')).toBe(shown)
})

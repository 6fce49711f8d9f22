import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { messages as de } from '#shared/i18n/de.ts'
import { messages as en } from '#shared/i18n/en.ts'

test.each([
  ['en', en],
  ['de', de],
])('every message of %s can be read', (language, messages) => {
  const broken = Object.entries(messages).filter(([, text]) => {
    try {
      return new IntlMessageFormat(text, language).getAst().length < 0
    } catch {
      return true
    }
  })
  expect(broken.map(([key]) => key)).toEqual([])
})

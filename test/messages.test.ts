import { IntlMessageFormat } from 'intl-messageformat'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = resolve(import.meta.dirname, '../resources/locales')
const read = (language: string, file: string) =>
  JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Record<string, string>

const reads = (message: string, language: string): boolean => {
  try {
    new IntlMessageFormat(message, language)
    return true
  } catch {
    return false
  }
}

describe.each(readdirSync(join(folder, 'en')))('the messages of %s', (file) => {
  it.each(['en', 'de'])('can all be read, in %s', (language) => {
    expect(Object.entries(read(language, file)).filter(([, message]) => !reads(message, language))).toEqual([])
  })

  it('are the same in both languages', () => {
    expect(Object.keys(read('de', file)).sort()).toEqual(Object.keys(read('en', file)).sort())
  })
})

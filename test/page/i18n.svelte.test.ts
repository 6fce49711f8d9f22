import { IntlMessageFormat } from 'intl-messageformat'
import { expect, it } from 'vitest'
import { I18n, languages, type MessageKey } from '../../src-renderer/shared/i18n/index.ts'
import { messagesOf } from '../../src-renderer/shared/i18n/messages.ts'

const PLACEHOLDER = /\{(\w+)\}/g

async function speaking(language: string): Promise<I18n> {
  const i18n = new I18n()
  await i18n.use(language)
  return i18n
}

it.each(languages)('says each message as ICU has it, with or without the shortcut: %s', async (language) => {
  const messages = (await messagesOf(language)) as Record<MessageKey, string>
  const i18n = await speaking(language)
  const keys = Object.keys(messages) as MessageKey[]
  const plain = keys.filter((key) => !/\{\w+,/.test(messages[key]))
  expect(plain.length).toBeGreaterThan(100)
  for (const key of plain) {
    const args: Record<string, string> = Object.fromEntries(
      [...messages[key].matchAll(PLACEHOLDER)].map(([, name]) => [name ?? '', `it's {${name}}`]),
    )
    expect(i18n.t(key, args)).toBe(new IntlMessageFormat(messages[key], language).format(args))
  }
})

it('leaves out what was not given, as ICU does: it fails', async () => {
  const i18n = await speaking('en')
  expect(() => i18n.t('setup.title.player')).toThrow()
})

it('selects by a word with a hyphen, and says one that is none of its words as it stands', async () => {
  const i18n = await speaking('en')
  const said = (reason: string) => i18n.t('failures.profile-unreachable', { reason })
  expect(said('a-code-of-the-system')).toContain('a-code-of-the-system')
  expect(said('not-https')).toContain('its address is not https')
  expect(i18n.t('failures.transfer-invalid', { reason: 'too-long' })).toBe('The reference is too long.')
})

it('lets what somebody named turn no words around it, and leaves other names as they are', async () => {
  const i18n = await speaking('en')
  const copy = (name: string) => i18n.t('bank.copy-what', { name })
  expect(copy('Fenja 42')).toBe('Copy Fenja 42')
  expect(copy('שלום')).toBe('Copy \u2068שלום\u2069')
  expect(copy('\u202eajneF\u2069')).toBe('Copy ajneF')
  expect(i18n.t('play.reason.mods-problems', { mod: 'سفينة', problems: 2 })).toMatch(/^\u2068سفينة\u2069: 2 files/)
})

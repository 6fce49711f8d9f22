import { expect, it } from 'vitest'
import { I18n } from '../../src-renderer/shared/i18n/index.ts'

it('lets what somebody named turn no words around it, and leaves other names as they are', async () => {
  const i18n = new I18n()
  await i18n.use('en')
  const hello = (name: string) => i18n.t('player.hello', { name })
  expect(hello('Fenja 42')).toBe('Welcome, Fenja 42')
  expect(hello('שלום')).toBe('Welcome, \u2068שלום\u2069')
  expect(hello('\u202eajneF\u2069')).toBe('Welcome, ajneF')
  expect(i18n.t('play.light.mods-problems', { mod: 'سفينة', problems: 2, tier: 'quick' })).toMatch(
    /^\u2068سفينة\u2069:/,
  )
})

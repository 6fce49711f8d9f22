import { expect, it } from 'vitest'
import { actions, settings } from '../../src-renderer/views/search/actions.ts'
import type { SourceTools } from '../../src-renderer/views/search/source.ts'
import { sources } from '../../src-renderer/views/search/sources.ts'
import { I18n } from '#shared/i18n/index.ts'
import { rank, type SearchEntry } from '#shared/search.ts'

it.each([
  ['en', 'police', 'Servers'],
  ['en', 'police', 'Market · Goods'],
  ['en', 'kick', 'Mods'],
  ['en', 'repair', 'Mods'],
  ['en', 'repair', 'Check all mods'],
  ['en', 'uninstall', 'Mods'],
  ['en', 'restore', 'Quarantine'],
  ['en', 'sign in', 'Me · Player'],
  ['en', 'log in', 'Me · Bank'],
  ['en', 'log out', 'Me · Bank'],
  ['en', 'update', 'Mods'],
  ['en', 'voice', 'Servers · Voice'],
  ['en', 'money', 'Me · Bank'],
  ['en', 'microphone', 'Voice app'],
  ['en', 'ruler', 'Map'],
  ['en', 'slow', 'Speed limit'],
  ['en', 'ban', 'Handbook · Community'],
  ['en', 'plan a trip', 'Market · Goods'],
  ['en', 'price alert', 'Market · Goods'],
  ['en', 'move mods', 'Mods'],
  ['en', 'phonebook', 'Me · Player'],
  ['en', 'templates', 'Me · Bank'],
  ['de', 'Polizei', 'Server'],
  ['de', 'Fahrt planen', 'Markt · Waren'],
  ['de', 'Preisalarm', 'Markt · Waren'],
  ['de', 'Mods verschieben', 'Mods'],
  ['de', 'Telefonbuch', 'Ich · Spieler'],
  ['de', 'Vorlagen', 'Ich · Bank'],
  ['de', 'Kick', 'Mods'],
  ['de', 'Rauswurf', 'Mods'],
  ['de', 'deinstallieren', 'Mods'],
  ['de', 'wiederherstellen', 'Quarantäne'],
  ['de', 'anmelden', 'Ich · Spieler'],
  ['de', 'einloggen', 'Ich · Bank'],
  ['de', 'ausloggen', 'Ich · Bank'],
  ['de', 'aktualisieren', 'Mods'],
  ['de', 'Sprachchat', 'Server · Sprachchat'],
  ['de', 'Mikrofon', 'Sprachchat-App'],
  ['de', 'Lineal', 'Karte'],
  ['de', 'langsam', 'Geschwindigkeitslimit'],
] as const)('finds by a plain word what has another name (%s, %s: %s)', async (language, query, title) => {
  const spoken = new I18n()
  await spoken.use(language)
  const tools = { t: spoken.t, settings: {}, absent: [] } as unknown as SourceTools
  const entries = (await Promise.all([sources[0]?.(tools), actions(tools), settings(tools)])).flat()
  const found = rank(entries as SearchEntry[], query, 8)
  expect(found.map((entry) => entry.title)).toContain(title)
})

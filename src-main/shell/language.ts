import type { PlayerSettings } from '../../src-preload/contract/settings.ts'

/** The language of the native surfaces: the player's choice, else the first of the system's that there is. */
export function nativeLanguage(choice: PlayerSettings['language'], system: readonly string[]): 'en' | 'de' {
  if (choice !== 'system') return choice
  const known = system.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === 'de' || tag === 'en')
  return known === 'de' ? 'de' : 'en'
}

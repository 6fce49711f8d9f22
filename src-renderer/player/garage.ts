import type { Translate } from '#shared/i18n/index.ts'

/** What the service calls a garage, by how the name begins; the first that fits counts. */
const places: [RegExp, string][] = [
  [/^garage_impound/, 'impound'],
  [/^custom_garage_?(\d*)/, 'custom'],
  [/^garage_(?:car_)?(\d+)/, 'car'],
  [/^ship_(\d*)/, 'ship'],
  [/^cop_/, 'cop'],
  [/^(?:rac|adac)_/, 'rac'],
  [/^med_/, 'med'],
  [/^rental_(\d*)/, 'rental'],
]

/** The service's name of a garage in words; a name that is not known is shown as it is, without its underscores. */
export function garageName(key: string, t: Translate): string {
  if (key === '' || key === 'unknown') return '–'
  for (const [pattern, place] of places) {
    const match = pattern.exec(key)
    if (match) return t('player.garage-name', { place, number: match[1] ?? '' }).trim()
  }
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

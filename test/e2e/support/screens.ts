import { expect, type Locator, type Page } from '@playwright/test'
import { screens, type Screen } from '../../../src-preload/contract/shell.ts'

/** Words of the demo, one of which must be in a screen's first rows. A screen without an entry must show a row or a card. */
const words: Partial<Record<Screen, RegExp>> = {
  servers: /Nordwind Roleplay #1/,
  voice: /Nordwind Funk/,
  news: /3\.4\.2/,
  market: /Äpfel|Akkus|Bernsteinschmuck|Helles/,
  items: /Abschleppseil|Akkupack|Anker|Mineralwasser|Werkzeugkasten/,
  vehicles: /Ahlmann|Aerotik|Bergström|Velten/,
  'company-shops': /Hansen Spedition|Fischkontor Möwe|Glaswerk Klar/,
  fuel: /Tankstelle/,
  map: /Amt Ebbe/,
  licences: /Angel|Bernsteinkonzession|Bootsführerschein|Führerschein Klasse B/,
  houses: /Fischerhütte/,
  buildings: /./,
  'community-building': /Leuchtturm Rotklippe/,
  streams: /Tjark_live/,
}
/** Screens whose content does not come from the service, and words on them. */
export const own: Partial<Record<Screen, RegExp>> = {
  mods: /Nordwind Karten/,
  player: /Player key/,
  bank: /bank/i,
  community: /Bleib in deiner Rolle/,
  home: /3\.4\.2/,
}
/** Screens that are not in `names`, which are those of the community's public data. */
const others: readonly Screen[] = ['server', 'settings', 'profile-editor']
export const names = screens.filter((screen) => !(screen in own) && !others.includes(screen))

/** The first visible data of the demo on a screen. */
export const dataOf = (main: Locator, screen: Screen) => {
  const known = words[screen]
  const data = known ? main.getByText(known) : main.locator('[role=gridcell], article')
  return data.filter({ visible: true }).first()
}

/** Waits until a screen shows what it is for. One of the community's data shows no alert either. */
export async function showsData(main: Locator, screen: Screen): Promise<void> {
  const text = own[screen]
  if (text) await expect(main).toContainText(text)
  if (!names.includes(screen)) return
  await expect(dataOf(main, screen)).toBeVisible()
  await expect(main.getByRole('alert')).toHaveCount(0)
}

/** All complaints of the page: thrown errors, and errors in the console except failed pictures. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !/Failed to load resource/.test(text)) complaints.push(text)
  })
  return complaints
}

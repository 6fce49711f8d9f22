import type { Page } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openScreen, screensOf } from '../../scripts/lib/open-screen.mjs'
import { profileFields } from '../../src-main/settings/index.ts'
import { expect, test } from './support/app.ts'
import { signInPlayer } from './support/bank.ts'
import { openCommunity, type TestCommunity } from './support/community.ts'
import { inside, settingsTabs, settled } from './support/inside.ts'

const assets = resolve(import.meta.dirname, '../../out/renderer/assets')

/** Makes the page load a language in which every message is in brackets. */
async function speakInBrackets(page: Page): Promise<void> {
  const name = readdirSync(assets).find((file) => file.startsWith('en-')) ?? ''
  const bracketed = readFileSync(join(assets, name), 'utf8').replaceAll(/":"((?:[^"\\]|\\.)*)"/g, '":"⟦$1⟧"')
  await page.route(`**/assets/${name}`, (route) => route.fulfill({ body: bracketed, contentType: 'text/javascript' }))
  await page.reload()
}

/** All texts on the page, including those that are only read aloud, but not what is in a language of its own, and the initials that stand for a picture until it is loaded. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement
      if (!element?.checkVisibility() || element.closest('body [lang], pre, time, .picture.named')) continue
      if (node === element)
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(element.getAttribute(name) ?? '')
      else found.push(node.textContent ?? '')
    }
    return found
  })

/** The parts of a text that are neither in brackets nor in a link, and no switch of the game. */
function outside(text: string): string {
  const less = text.replaceAll(/⟦[^⟦⟧]*⟧/g, '').replaceAll(/\b[a-z]+:\/\/\S+|^-\w+(=\w+)?$/g, '')
  return less === text ? text : outside(less)
}

/** Names, also of languages, and the browser's own words for times and sizes. */
const OWN = [
  ...'Loadout English Deutsch Chromium Node AM PM byte bytes kB MB GB km minute minutes hour hours day days week weeks ago in'.split(
    ' ',
  ),
  ...Array.from({ length: 12 }, (_, month) =>
    new Intl.DateTimeFormat('en', { month: 'short' }).format(new Date(2026, month)),
  ),
]

/** All texts of the community: its name and its service's answers. */
async function saidBy({ service, name }: TestCommunity): Promise<string> {
  const paths = new Set(service.asked.map(({ path }) => path).filter((path) => path.startsWith('/v1/')))
  const texts = [name]
  for (const path of paths) {
    const answer = await fetch(new URL(path, service.baseUrl))
    JSON.parse(await answer.text(), (_, value: unknown) => typeof value === 'string' && texts.push(value))
  }
  return texts.join(' ').toLowerCase()
}

test('all that the page says of itself comes from the messages @long', async ({ start }) => {
  const community = await openCommunity()
  const { page } = await start({ args: community.args })
  await speakInBrackets(page)
  await page.locator('main[data-screen=home]').waitFor()
  const found = new Map<string, string>()
  const look = async (where: string) => {
    await settled(page)
    for (const text of await textsOf(page))
      for (const [word] of outside(text).matchAll(/\p{L}{2,}/gu))
        if (!found.has(word)) found.set(word, `${where}: ${text.trim()}`)
  }
  for (const screen of await screensOf(page)) {
    await openScreen(page, screen)
    await look(screen)
  }
  for (const tab of settingsTabs) {
    await page.getByRole('tab', { name: tab }).click()
    await look(tab)
  }
  for (const [name, open] of Object.entries(inside)) {
    await open(page)
    await look(name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await signInPlayer(page)
  await look('player')
  await openScreen(page, 'bank')
  await look('bank')
  const standards = JSON.stringify(profileFields.map(({ standard }) => standard)).toLowerCase()
  const data = (await saidBy(community)) + standards // values of a profile, in its editor
  expect([...found].filter(([word]) => !OWN.includes(word) && !data.includes(word.toLowerCase()))).toEqual([])
  expect(found.size).toBeGreaterThan(100) // the community's own words, which are not in brackets
  await community.close()
})

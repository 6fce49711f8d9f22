import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { pageHtml, type DocumentParts } from '../../src-main/desktop/page-html.ts'

const built = `<html lang="en"><head><title>Loadout</title>
<link rel="modulepreload" data-language="de" href="./assets/de.js" crossorigin>
<link rel="modulepreload" data-language="en" href="./assets/en.js" crossorigin>
<link rel="stylesheet" href="./assets/start.css">
</head><body><div id="app"></div></body></html>`

const plain = { theme: 'system', reducedMotion: false, uiScalePercent: 100, welcomed: true }

const htmlOf = (name: string, settings: object = plain, more: Partial<DocumentParts> = {}) =>
  pageHtml(built, {
    start: { settings: { settings }, profile: { name, images: {} } } as unknown as DocumentParts['start'],
    language: 'de',
    highContrast: false,
    ...more,
  })

it('names the messages of its language and of no other', () => {
  const html = htmlOf('Nordwind')
  expect(html).toContain('assets/de.js')
  expect(html).not.toContain('assets/en.js')
  expect(htmlOf('Nordwind', plain, { language: 'en' })).not.toContain('assets/de.js')
  expect(html).toContain('assets/start.css')
})

it('carries what the live page needs, and nothing in it can end its element', () => {
  for (const name of ['Nordwind', '</script><script>alert(1)</script>', '<!--', `$& $' $1`, '\u2028 "\\']) {
    const html = htmlOf(name)
    const [, json = ''] = /<script type="application\/json" id="start">(.*?)<\/script>/s.exec(html) ?? []
    expect(JSON.parse(json)).toEqual({ settings: { settings: plain }, profile: { name, images: {} } })
    expect(json).not.toContain('<')
    expect(html.split('<script')).toHaveLength(2)
  }
})

it('has the player’s appearance on its root before any script runs', () => {
  const root = (settings: object, more: Partial<DocumentParts> = {}) =>
    /<html[^>]*>/.exec(htmlOf('N', settings, more))?.[0]
  expect(root(plain)).toBe('<html lang="de" style="--ui-scale: 1">')
  expect(root(plain, { highContrast: true })).toBe('<html lang="de" data-theme="contrast" style="--ui-scale: 1">')
  expect(root({ ...plain, theme: 'light', reducedMotion: true, uiScalePercent: 125 }, { highContrast: true })).toBe(
    '<html lang="de" data-theme="light" data-motion="none" style="--ui-scale: 1.25">',
  )
})

it('is in the community’s colour where it has one', () => {
  const coloured = (colour?: string) =>
    pageHtml(built, {
      start: { settings: { settings: plain }, profile: { colour, images: {} } } as unknown as DocumentParts['start'],
      language: 'de',
      highContrast: false,
    })
  expect(coloured('#1f6feb')).toContain('--accent: light-dark(#1f6feb')
  expect(coloured()).not.toContain('<style>:root:not')
})

it('says on its root that the first steps are shown, which have no sidebar', () => {
  const isSetup = (settings: object) => /<html[^>]* data-setup[ >]/.test(htmlOf('N', { ...plain, ...settings }))
  expect([{ welcomed: false }, { welcomed: false, welcomeLater: true }, {}].map(isSetup)).toEqual([true, false, false])
})

it('brings what is said should the page not come alive, in its language and hidden', () => {
  const [, german = ''] = /(<section id="page-failed".*<\/section>)<\/body>/s.exec(htmlOf('N')) ?? []
  expect(german).toContain(' hidden>')
  expect(german).toContain('Neu laden')
  expect(htmlOf('N', plain, { language: 'en' })).toContain('Copy details')
  expect(german).not.toMatch(/(src|href)=/) // it needs no file
})

it('has the colours of the page where the page’s style does not come, in every theme', () => {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(htmlOf('N')) ?? []
  const tokens = readFileSync(resolve(import.meta.dirname, '../../src-renderer/shared/theme/tokens.css'), 'utf8')
  const coloursOf = (css: string) =>
    new Map([...css.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]))
  const blockOf = (css: string, selector: string) => css.slice(css.indexOf(`${selector} {`)).split('}', 1)[0] ?? ''
  for (const [ours, theirs] of [
    ['#page-failed', ':root'],
    ['[data-theme=contrast] #page-failed', `:root[data-theme='contrast']`],
  ] as const) {
    const own = coloursOf(blockOf(style, `\n${ours}`))
    const page = new Map([...coloursOf(blockOf(tokens, ':root')), ...coloursOf(blockOf(tokens, theirs))])
    expect(own.size).toBeGreaterThan(5)
    for (const [name, value] of own) expect(`${name}: ${value}`).toBe(`${name}: ${page.get(name)}`)
  }
  const used = new Set([...style.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name))
  expect([...used].filter((name) => !coloursOf(style).has(name))).toEqual([])
})

import { expect, it } from 'vitest'
import { pageHtml } from '../../src-main/shell/page-html.ts'

const built = `<html><head><title>Loadout</title>
<link rel="modulepreload" data-language="de" href="./assets/de.js" crossorigin>
<link rel="modulepreload" data-language="en" href="./assets/en.js" crossorigin>
<link rel="stylesheet" href="./assets/start.css">
</head><body></body></html>`

const startWith = (name: string) => ({ settings: {}, profile: { name } }) as unknown as Parameters<typeof pageHtml>[1]

it('names the messages of one language only', () => {
  const html = pageHtml(built, startWith('Nordwind'), 'de')
  expect(html).toContain('assets/de.js')
  expect(html).not.toContain('assets/en.js')
  expect(html).toContain('assets/start.css')
})

it('carries what the first picture needs, and nothing in it can end its element', () => {
  for (const name of ['Nordwind', '</script><script>alert(1)</script>', '<!--', `$& $' $1`, '\u2028 "\\']) {
    const html = pageHtml(built, startWith(name), 'en')
    const [, json = ''] = /<script type="application\/json" id="start">(.*?)<\/script>/s.exec(html) ?? []
    expect(JSON.parse(json)).toEqual({ settings: {}, profile: { name } })
    expect(json).not.toContain('<')
    expect(html.split('<script')).toHaveLength(2)
  }
})

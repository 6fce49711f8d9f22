import { afterEach, expect, it } from 'vitest'
import { reveal } from '#shared/ui/reveal.ts'

afterEach(() => document.body.replaceChildren())

/** An entry of a screen that shows 500 px, and how it is scrolled to. */
function entryAt(top: number, bottom: number) {
  const main = document.body.appendChild(document.createElement('main'))
  const entry = main.appendChild(document.createElement('div'))
  const scrolls: unknown[] = []
  main.getBoundingClientRect = () => new DOMRect(0, 0, 100, 500)
  entry.getBoundingClientRect = () => new DOMRect(0, top, 100, bottom - top)
  entry.scrollIntoView = (how) => scrolls.push(how)
  return { entry, scrolls }
}

it('marks what the player was led to, and scrolls only if a part of it is out of sight', () => {
  const seen = entryAt(100, 200)
  reveal(true)(seen.entry)
  expect(seen.scrolls).toEqual([])
  expect(seen.entry.dataset).toHaveProperty('revealed')
  for (const [top, bottom] of [
    [450, 550],
    [-20, 80],
  ] as const) {
    const cut = entryAt(top, bottom)
    reveal(true)(cut.entry)
    expect(cut.scrolls).toEqual([{ block: 'start' }])
  }
})

it('leaves other entries alone', () => {
  const { entry, scrolls } = entryAt(600, 700)
  reveal(false)(entry)
  expect([entry.dataset['revealed'], scrolls]).toEqual([undefined, []])
})

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { brandOf, brandStyle, contrast } from '../../src-main/desktop/brand.ts'

const css = readFileSync(resolve(import.meta.dirname, '../../src-renderer/shared/theme/tokens.css'), 'utf8')

/** The surfaces of a theme, as the page's tokens have them. */
const surfacesOf = (theme: 'light' | 'dark') =>
  ['bg', 'bg-sunken', 'surface', 'surface-raised', 'surface-hover', 'surface-active', 'nav-current'].map((name) => {
    const halves = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css)
    return halves?.[theme === 'light' ? 1 : 2] ?? '#000000'
  })

/** Every kind of colour that a community may have: the corners and the middle of what a screen shows. */
const parts = ['00', '33', '80', 'cc', 'ff']
const colours = parts.flatMap((r) => parts.flatMap((g) => parts.map((b) => `#${r}${g}${b}`)))

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const surfaces = surfacesOf(theme)

  it('every colour becomes shades that can be read', () => {
    const unread = colours.filter((colour) => {
      const brand = brandOf(colour, theme)
      const pairs = [
        ...[brand.accent, brand['accent-hover'], brand['accent-active']].map((on) => [brand['on-accent'], on, 4.5]),
        ...[...surfaces, brand['accent-soft']].map((on) => [brand['accent-text'], on, 4.5]),
        ...surfaces.map((on) => [brand['accent-line'], on, 3]),
      ] as [string, string, number][]
      return pairs.some(([text, on, least]) => contrast(text, on) < least)
    })
    expect(unread).toEqual([])
  })
})

it('stays as close to the colour as it can', () => {
  expect(brandOf('#1f6feb', 'light').accent).toBe('#1f6feb')
  expect(brandOf('#c8f03c', 'light')).toMatchObject({ accent: '#c8f03c', 'on-accent': '#0b0d10' })
  expect(brandOf('#0d2b6b', 'light')).toMatchObject({ accent: '#0d2b6b', 'on-accent': '#ffffff' })
})

it('leaves the theme of high contrast alone, and tells each shade for both others', () => {
  const style = brandStyle('#1f6feb')
  expect(style).toMatch(/^<style>:root:not\(\[data-theme='contrast'\]\) \{ .* \}<\/style>$/)
  expect(style).toContain('--accent: light-dark(#1f6feb, #')
})

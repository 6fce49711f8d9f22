import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const css = readFileSync(resolve(import.meta.dirname, '../../src-renderer/shared/theme/tokens.css'), 'utf8')

const block = (selector: string): string => css.split(`${selector} {`)[1]?.split('\n}')[0] ?? ''

/** The colour tokens of a theme by name; of `light-dark()` the theme's own half. */
function themeOf(theme: 'light' | 'dark' | 'contrast'): Map<string, string> {
  const own = theme === 'contrast' ? block(":root[data-theme='contrast']") : ''
  const found = new Map<string, string>()
  for (const [, name = '', value = ''] of `${block(':root')}\n${own}`.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
    const halves = /^light-dark\((#\w+),\s*(#\w+)\)$/.exec(value)
    const colour = halves ? halves[theme === 'light' ? 1 : 2] : value
    if (colour?.startsWith('#')) found.set(name, colour)
  }
  return found
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const surfaces = ['bg', 'bg-sunken', 'surface', 'surface-raised', 'surface-hover', 'surface-active', 'nav-current']
const pairs: [text: string, on: string[]][] = [
  ['text', surfaces],
  ['text-2', surfaces],
  ['text-3', surfaces],
  ['accent-text', [...surfaces, 'accent-soft']],
  ['map-name', ['map-land', 'map-wood', 'map-field']],
  ['map-sea-name', ['map-sea']],
  ['on-accent', ['accent', 'accent-hover', 'accent-active']],
  ['on-danger', ['danger', 'danger-hover']],
  ...(['ok', 'warn', 'bad', 'info'] as const).map((tone): [string, string[]] => [
    tone,
    ['bg', 'surface', 'surface-raised', `${tone}-soft`],
  ]),
]

it('a picture of any colour is dark enough below the words on it', () => {
  const [, r = '', g = '', b = '', percent = ''] = /--scrim: rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)/.exec(css) ?? []
  const share = Number(percent) / 100
  const onWhite = [r, g, b].map((part) => Math.round(Number(part) * share + 255 * (1 - share)))
  const worst = `#${onWhite.map((part) => part.toString(16).padStart(2, '0')).join('')}`
  expect(contrast(themeOf('light').get('on-picture') ?? '', worst)).toBeGreaterThanOrEqual(4.5)
})

describe.each(['light', 'dark', 'contrast'] as const)('the %s theme', (theme) => {
  const tokens = themeOf(theme)
  const ratio = (a: string, b: string) => contrast(tokens.get(a) ?? '#000000', tokens.get(b) ?? '#000000')

  it.each(pairs)('has %s readable on all it stands on', (text, on) => {
    expect(on.filter((surface) => ratio(text, surface) < 4.5)).toEqual([])
  })

  it('shows focus, outlines of controls and series against what they stand on', () => {
    const shown = ['focus', 'border-strong', 'series-1', 'series-2', 'series-3', 'series-4', 'series-5']
    expect(shown.filter((name) => ratio(name, 'surface') < 3 || ratio(name, 'bg') < 3)).toEqual([])
  })
})

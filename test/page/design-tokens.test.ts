import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse, type AST } from 'svelte/compiler'
import { describe, expect, it } from 'vitest'
import { ROW_REM } from '../../src-renderer/shared/table/row-pool.svelte.ts'

const page = resolve(import.meta.dirname, '../../src-renderer')
const TOKENS = 'shared/theme/tokens.css'

interface Declaration {
  file: string
  property: string
  value: string
}

type CssNode = AST.CSS.Rule | AST.CSS.Atrule | AST.CSS.Declaration

/** Of a component's style or a style file, however deep it stands. A font's own description is no style of anything. */
function declarationsOf(file: string, text: string): Declaration[] {
  const { css } = parse(file.endsWith('.css') ? `<style>${text}</style>` : text, { modern: true })
  const found: Declaration[] = []
  const visit = (node: CssNode) => {
    if (node.type === 'Declaration') found.push({ file, property: node.property, value: node.value })
    else if (node.type !== 'Atrule' || node.name !== 'font-face') node.block?.children.forEach(visit)
  }
  css?.children.forEach(visit)
  return found
}

/** What is left of a value once its tokens are taken out. */
const rest = (value: string) => value.replaceAll(/var\(--[\w-]+\)/g, '')
const lengths = (value: string) => rest(value).match(/-?[\d.]+[a-z%]+/gi) ?? []
const isNothing = (length: string) => parseFloat(length) === 0

/**
 * Lengths that are no choice of the design: nothing at all; one pixel, the thinnest line there is; a share of the box (%) or of
 * the window (vw, vh, cqw); what follows the text it stands in (em, ch, lh), since that text's size is a token; an angle.
 */
const isFree = (length: string) => isNothing(length) || /^-?(1px|[\d.]+(%|em|ch|lh|vw|vh|cqw|deg))$/.test(length)

interface Rule {
  what: string
  of: RegExp
  isLiteral: (value: string) => boolean
  /** Declarations that it takes, and such that it does not. */
  good: [property: string, value: string][]
  bad: [property: string, value: string][]
}

const rules: Rule[] = [
  {
    what: 'space',
    of: /^((row-|column-)?gap|(scroll-)?(margin|padding)(-.+)?|inset(-.+)?|top|right|bottom|left|translate|transform)$/,
    isLiteral: (value) => lengths(value).some((length) => !isFree(length)),
    good: [
      ['margin', '0 auto -1px calc(-1 * var(--space-3))'],
      ['top', 'calc(100% - var(--space-2))'],
    ],
    bad: [
      ['gap', '0.4rem'],
      ['padding-inline', 'var(--space-2) 7px'],
      ['inset', '3rem auto auto'],
    ],
  },
  {
    what: 'type',
    // a share of the size around it is no size of its own, and `inherit` takes what was chosen there
    of: /^(font(-size|-weight|-family)?|line-height|letter-spacing|text-underline-offset)$/,
    isLiteral: (value) => !/^(inherit|0|[\d.]+em)$/.test(value) && /[\d]|normal|bold|serif|mono/.test(rest(value)),
    good: [
      ['font', 'inherit'],
      ['font-size', '0.93em'],
      ['line-height', 'calc(var(--line) * var(--size-md))'],
    ],
    bad: [
      ['font', '400 var(--size-md) var(--font)'],
      ['line-height', '1.3'],
      ['font-weight', 'bold'],
    ],
  },
  {
    what: 'radius, shadow and ring',
    of: /^(border(-.+)?-radius|box-shadow|outline(-.+)?)$/,
    isLiteral: (value) => lengths(value).some((length) => !isNothing(length) && length !== '1px'),
    good: [
      ['border-radius', '0 var(--radius-xs) var(--radius-xs) 0'],
      ['box-shadow', 'inset 0 0 0 1px var(--border)'],
    ],
    bad: [
      ['border-radius', '50%'],
      ['box-shadow', '0 4px 8px var(--backdrop)'],
      ['outline-offset', '-2px'],
    ],
  },
  {
    what: 'layer',
    of: /^z-index$/,
    isLiteral: (value) => !/^(0|auto)$/.test(value) && /\d/.test(rest(value)),
    good: [['z-index', 'var(--layer-raised)']],
    bad: [['z-index', '10']],
  },
  {
    what: 'motion',
    // `linear` is no curve: what turns or follows a number moves evenly
    of: /^(transition|animation)(-.+)?$/,
    isLiteral: (value) => /\d(ms|s)\b|\b(ease|steps|cubic)/.test(rest(value)),
    good: [['animation', 'turn var(--turn) linear infinite']],
    bad: [
      ['transition', 'color 0.2s'],
      ['animation', 'rise var(--fast) ease-out'],
    ],
  },
  {
    what: 'colour',
    // a mask is no paint, it says where the paint shows
    of: /^(?!mask)/,
    isLiteral: (value) =>
      /#[\da-f]{3,8}\b|\b(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(\s*[\d.]|\b(white|black|red)\b/i.test(rest(value)),
    good: [
      ['background', 'linear-gradient(oklch(var(--picture-from) var(--hue)), transparent)'],
      ['mask-image', 'linear-gradient(black, transparent)'],
    ],
    bad: [
      ['color', '#fff'],
      ['border', '1px solid rgb(0 0 0 / 10%)'],
      ['background', 'color-mix(in srgb, var(--bg), black)'],
    ],
  },
]

const files = readdirSync(page, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
const texts = new Map(
  files.filter((file) => /\.(svelte|css|ts)$/.test(file)).map((file) => [file, readFileSync(join(page, file), 'utf8')]),
)
const styles = [...texts].filter(([file]) => !file.endsWith('.ts'))
const all = styles.flatMap(([file, text]) => declarationsOf(file, text))
const isName = ({ property }: Declaration) => property.startsWith('--')
const tokens = all.filter((declaration) => declaration.file === TOKENS && isName(declaration))
const used = all.filter(({ file }) => file !== TOKENS)
const names = new Set(tokens.map(({ property }) => property))

const told = (found: Declaration[]) => found.map(({ file, property, value }) => `${file}: ${property}: ${value}`)

it('finds the styles', () => {
  expect(new Set(used.map(({ file }) => file)).size).toBeGreaterThan(80)
  expect(names.size).toBeGreaterThan(80)
})

describe.each(rules)('$what', ({ of, isLiteral, good, bad }) => {
  const isWrong = ([property, value]: [string, string]) => of.test(property) && isLiteral(value)

  it('comes from the tokens', () => {
    expect(told(used.filter(({ property, value }) => isWrong([property, value])))).toEqual([])
  })

  it('is told from a literal', () => {
    expect(good.filter(isWrong)).toEqual([])
    expect(bad.filter((declaration) => !isWrong(declaration))).toEqual([])
  })
})

describe('a size', () => {
  // widths and least sizes of one component are its own geometry; these are everybody's
  const heights = new Set(tokens.filter(({ property }) => /^--(control|row)/.test(property)).map(({ value }) => value))

  it('of a control or a row is called by its name', () => {
    const isUnnamed = ({ property, value }: Declaration) =>
      /^((min-|max-)?height|grid-auto-rows)$/.test(property) && lengths(value).some((length) => heights.has(length))
    expect(told(used.filter(isUnnamed))).toEqual([])
  })

  it('of an icon is a class of the theme', () => {
    const isSized = /<[A-Z]\w*[^>]*?\ssize=("[\d.]|\{\d)/
    expect(
      [...texts].filter(([file, text]) => file.endsWith('.svelte') && isSized.test(text)).map(([file]) => file),
    ).toEqual([])
  })

  it('of a row is what the table counts with', () => {
    expect(tokens.find(({ property }) => property === '--row')?.value).toBe(`${ROW_REM}rem`)
  })
})

describe('the tokens', () => {
  const text = [...texts.values()].join('\n')

  it('are all there that are asked for', () => {
    const asked = new Set([...text.matchAll(/var\((--[\w-]*\w)[,)]/g)].map(([, name = '']) => name))
    const given = new Set(used.filter(isName).map(({ property }) => property))
    const isGiven = (name: string) => given.has(name) || text.includes(`style:${name}=`)
    expect([...asked].filter((name) => !names.has(name) && !isGiven(name))).toEqual([])
  })

  it('are all asked for', () => {
    const isAsked = (name: string) =>
      name.startsWith('--series-') || text.includes(`var(${name})`) || text.includes(`'${name}'`)
    expect([...names].filter((name) => !isAsked(name))).toEqual([])
  })
})

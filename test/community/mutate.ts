import type { Random } from '../../src-main/lib/index.ts'

/** Values that a service sends where nobody expects them. */
const strange: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e308,
  -0.5,
  9007199254740993,
  '',
  '-',
  'NaN',
  '12,5',
  '0x10',
  '1e999',
  '[1,2',
  '[1,2,3]',
  '<b>x</b>',
  '\u0000',
  '\ud800',
  'x'.repeat(3_000),
  [],
  [[]],
  [null],
  {},
  { date: null },
  { date: '2020-13-45 99:99:99', timezone: 'Mars/Phobos' },
  { length: 5 },
  { __proto__: null, toString: 1 },
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
]

/** A fresh one each time: a mutation must not write into the next. */
const pickStrange = (random: Random): unknown => JSON.parse(JSON.stringify(random.pick(strange)))

const nest = (depth: number): unknown => (depth === 0 ? 1 : [nest(depth - 1)])

/** A JSON value with some of its parts replaced, removed, renamed, doubled or wrapped. */
export function mutate(value: unknown, random: Random): unknown {
  const root = { value: structuredClone(value) }
  const hits = random.whole(1, 4)
  for (let hit = 0; hit < hits; hit++) {
    const spots = spotsOf(root)
    if (spots.length === 0) break
    const { holder, key } = random.pick(spots)
    change(holder, key, random)
  }
  return root.value ?? null
}

type Holder = Record<string, unknown>
interface Spot {
  holder: Holder
  key: string
}

function spotsOf(value: unknown, spots: Spot[] = []): Spot[] {
  if (typeof value !== 'object' || value === null || spots.length > 2_000) return spots
  for (const key of Object.keys(value)) {
    const holder = value as Holder
    spots.push({ holder, key })
    spotsOf(holder[key], spots)
  }
  return spots
}

function change(holder: Holder, key: string, random: Random): void {
  const present = holder[key]
  switch (random.whole(0, 7)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else Reflect.deleteProperty(holder, key)
      return
    case 1:
      holder[key] = typeof present === 'number' ? String(present) : [present]
      return
    case 2:
      holder[key] = { 0: present, [key]: present }
      return
    case 3:
      if (!Array.isArray(holder)) holder[key.toUpperCase()] = pickStrange(random)
      return
    case 4:
      holder[key] = nest(random.whole(10, 400))
      return
    default:
      holder[key] = pickStrange(random)
  }
}

/** A JSON text that is cut, doubled, or has bytes of noise in it. */
export function garble(text: string, random: Random): string {
  const at = random.whole(0, text.length)
  switch (random.whole(0, 3)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return (
        text.slice(0, at) + random.pick(['\u0000', '}', ']', ',', '"', '<html>', '\ufeff', '1e999']) + text.slice(at)
      )
    case 2:
      return text + text
    default:
      return text.slice(at)
  }
}

/** The value with every list cut to its first two items, so that each mutation has weight. */
export function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shorten)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.slice(0, 40).map(([key, inner]) => [key, shorten(inner)]))
}

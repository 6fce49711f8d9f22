import { safeParse, type GenericSchema } from 'valibot'

/** Words that can be mistaken for a path, a command, an address or a property that every object has. */
const words = [
  'hostile-word',
  '../../../../../../tmp/loadout-hostile',
  '/etc/passwd',
  'C:\\Windows\\System32\\calc.exe',
  '\\\\hostile.invalid\\share',
  'file:///etc/passwd',
  'https://hostile.invalid/x?y=1',
  'steam://run/1//-evil',
  '--no-sandbox -mod=@evil',
  '$(touch /tmp/loadout-hostile)',
  '<img src=x onerror=alert(1)>',
  '__proto__',
  'a\u0000b',
  'name=value',
  'a',
  '1',
  'NH123456',
  '00000000-0000-4000-8000-000000000000',
  'x'.repeat(300),
]
/** Numbers at the limits; no record has one of them as its id. */
const numbers = [2_147_483_647, 0, -1, 1.5, Number.MAX_SAFE_INTEGER, 50, 100]

interface Shape extends GenericSchema {
  entries?: Record<string, Shape>
  options?: readonly unknown[]
  wrapped?: Shape
  item?: Shape
  items?: readonly Shape[]
  key?: Shape
  value?: Shape
}

/** Values that fit a schema which is no object, hostile ones if it allows them. */
function leavesOf(schema: Shape): unknown[] {
  const { type } = schema
  if (type === 'string') return words
  if (type === 'number') return numbers
  if (type === 'boolean') return [true]
  if (type === 'picklist') return (schema.options ?? []).slice(0, 1) // a closed set cannot be hostile
  if (type === 'unknown') return [words[0], numbers[0], [{}]]
  return []
}

/** Inputs that fit `schema`: one for each hostile value at each place. None for a schema without input. */
export function hostileInputs(schema: Shape): unknown[] {
  const made = inputsOf(schema)
  return made.filter((input) => safeParse(schema, input).success)
}

function inputsOf(schema: Shape): unknown[] {
  switch (schema.type) {
    case 'strict_object':
    case 'object':
      return objectsOf(schema.entries ?? {})
    case 'optional':
    case 'exact_optional':
    case 'nullable':
      return schema.wrapped ? hostileInputs(schema.wrapped) : []
    case 'array':
      return schema.item ? hostileInputs(schema.item).flatMap((item) => listsOf(schema, item)) : []
    case 'tuple':
      return tuplesOf(schema.items ?? [])
    case 'record':
      return words.flatMap((key) =>
        hostileInputs(schema.value ?? schema)
          .slice(0, 3)
          .map((value) => ownly(key, value)),
      )
    case 'union':
    case 'variant':
      return (schema.options ?? []).flatMap((option) => hostileInputs(option as Shape))
    case 'literal':
      return [(schema as unknown as { literal: unknown }).literal]
    default:
      return leavesOf(schema)
  }
}

const MOST_ITEMS = 16

/** The shortest list of an item that fits. */
function listsOf(schema: Shape, item: unknown): unknown[] {
  const lists = Array.from({ length: MOST_ITEMS }, (_, at) => Array.from({ length: at + 1 }, () => item))
  const list = lists.find((one) => safeParse(schema, one).success)
  return list ? [list] : []
}

/** The nth hostile value at every place. */
function tuplesOf(items: readonly Shape[]): unknown[] {
  const places = items.map(hostileInputs)
  const most = Math.max(...places.map(({ length }) => length))
  return Array.from({ length: most }, (_, at) => places.map((values) => values[at % values.length]))
}

/** An own property, whatever its name. */
const ownly = (key: string, value: unknown): object => Object.defineProperty({}, key, { value, enumerable: true })

function objectsOf(entries: Record<string, Shape>): unknown[] {
  const choices = Object.entries(entries).map(([name, schema]) => ({
    name,
    isOptional: schema.type.endsWith('optional'),
    values: hostileInputs(schema),
  }))
  const base = choices.filter(({ isOptional }) => !isOptional).map(({ name, values }) => [name, values[0]] as const)
  const plain = Object.fromEntries(base)
  return [plain, ...choices.flatMap(({ name, values }) => values.map((value) => ({ ...plain, [name]: value })))]
}

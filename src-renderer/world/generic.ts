import type { Field, GenericRecord } from '../../src-preload/contract/community/index.ts'
import type { Format } from '#shared/format/index.ts'
import type { MessageKey, Translate } from '#shared/i18n/index.ts'
import type { Row } from '#shared/ui/rows.ts'
import { numberColumn, priceColumn, textColumn, type Column } from '#shared/table/index.ts'

const AT_MOST = 5

/** Fields that services are known to send. Any other field is shown by its own name. */
const known: Partial<Record<string, MessageKey>> = {
  classname: 'common.class-name',
  price: 'common.price',
  'storage.slots': 'world.field.storage-slots',
  'storage.weight': 'world.field.storage-weight',
  garage: 'world.field.garage',
  stages: 'world.field.stages',
  cost: 'world.field.cost',
  extras: 'world.field.extras',
  note: 'world.field.note',
}

/** Columns are sorted in the order of `known`. Other fields follow, the most common first. */
const rank = (name: string): number => {
  const at = Object.keys(known).indexOf(name)
  return at < 0 ? Object.keys(known).length : at
}

/** Fields whose values 0 and 1 mean no and yes. */
const flags: readonly string[] = ['garage']
const isFlag = ({ name, value }: Field) => flags.includes(name) && (value === '0' || value === '1')

/** Fields that do not help a player. Only the details show them. */
const technical: readonly string[] = ['classname']

/** The number formats of the page's language. */
type Show = Pick<Format, 'number' | 'money' | 'unit'>

const isPrice = (name: string) => name === 'price' || name === 'cost'

/** Fields whose numbers have a unit. */
const written = new Map<string, (value: number, show: Show) => string>([
  ['price', (value, { money }) => money(value)],
  ['cost', (value, { money }) => money(value)],
  ['storage.weight', (value, { unit }) => unit(value, 'kilogram')],
])

/** A good's name by its key; undefined if unknown. */
type NameOf = (item: string) => string | undefined

const asWords = (name: string) => {
  const words = name.replaceAll(/[_.]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A field's name in the player's language, or its own name as words if it is unknown. */
export function fieldTitle(name: string, t: Translate): string {
  const key = Object.hasOwn(known, name) ? known[name] : undefined
  return key ? t(key) : asWords(name)
}

const material = /^cost\.(.+)$/

/** The materials of a building: goods with their names and amounts, the largest amount first. */
export const materialsOf = ({ fields }: GenericRecord, show: Pick<Show, 'number'>, nameOf: NameOf) =>
  fields
    .flatMap(({ name, value }) => {
      const [, item] = material.exec(name) ?? []
      return item && isNumeric(value) ? [{ item, count: Number(value) }] : []
    })
    .sort((a, b) => b.count - a.count)
    .map(({ item, count }) => ({ item, text: `${show.number(count)} ${nameOf(item) ?? asWords(item)}` }))

/** A field's value; `''` if the record does not have it. */
export const valueOf = (record: GenericRecord, name: string) =>
  record.fields.find((field) => field.name === name)?.value ?? ''
const isNumeric = (text: string) => text !== '' && !Number.isNaN(Number(text))

interface Words {
  t: Translate
  show: Show
  nameOf: NameOf
}

/** All fields of a record besides its name, line by line; its materials last. */
export function rowsOf(record: GenericRecord, { t, show, nameOf }: Words): Row[] {
  const materials = materialsOf(record, show, nameOf).map(({ text }) => text)
  return [
    ...record.fields
      .filter(({ name }) => !material.test(name))
      .map((field) => ({ label: fieldTitle(field.name, t), value: fieldText(field, show, t) })),
    { label: t('world.field.materials'), value: materials.join(' · ') },
  ]
}

type Cells = Partial<Record<'name' | 'materials', Column<GenericRecord>['cell']>>

/** Columns for records of unknown shape: the title, the fields that most records have, and the materials. */
export function columnsOf(records: readonly GenericRecord[], words: Words, cells: Cells = {}): Column<GenericRecord>[] {
  const { t, show, nameOf } = words
  const seen = new Map<string, number>()
  for (const record of records)
    for (const { name, value } of record.fields)
      if (
        value !== '' &&
        value !== record.title &&
        value !== record.key &&
        !technical.includes(name) &&
        !material.test(name)
      )
        seen.set(name, (seen.get(name) ?? 0) + 1)
  const names = [...seen]
    .sort(([, a], [, b]) => b - a)
    .slice(0, AT_MOST)
    .map(([name]) => name)
    .sort((a, b) => rank(a) - rank(b))
  const first = textColumn<GenericRecord>(
    'title',
    t('common.name'),
    (row) => row.title || row.key,
    'minmax(12.5rem, 2fr)',
  )
  const builtOf: Column<GenericRecord> = {
    key: 'materials',
    title: t('world.field.materials'),
    width: 'minmax(17rem, 4fr)',
    text: (row) =>
      materialsOf(row, show, nameOf)
        .map(({ text }) => text)
        .join(' · '),
    cell: cells.materials,
    card: true,
  }
  return [
    { ...first, cell: cells.name },
    ...names.map((name, at) => ({
      ...columnOf(records, name, words),
      ...(!isPrice(name) && { spare: names.length - at }),
    })),
    ...(records.some(({ fields }) => fields.some(({ name }) => material.test(name))) ? [builtOf] : []),
  ]
}

/** The column for the initial order: the price, or the name if there is no price. */
export const sortedByPrice = (columns: readonly { key: string }[]): string =>
  columns.find(({ key }) => key === 'field price' || key === 'field cost')?.key ?? 'title'

/** A field's value for the screen: money with its currency, a weight with its unit, yes or no, anything else unchanged. */
export function fieldText({ name, value }: Field, show: Show, t: Translate): string {
  if (isFlag({ name, value })) return t(value === '1' ? 'common.yes' : 'common.no')
  const write = written.get(name)
  return write && isNumeric(value) ? write(Number(value), show) : value
}

/** What a card says of a field, where no title stands above it. */
function cardText(name: string, value: string, { t, show }: Words): string | undefined {
  if (name === 'garage' && isFlag({ name, value })) return t('world.card.garage', { has: value === '1' ? 'yes' : 'no' })
  if (!isNumeric(value)) return undefined
  if (name === 'storage.slots') return t('world.card.storage-slots', { count: Number(value) })
  if (name === 'stages') return t('world.card.stages', { count: Number(value) })
  return name === 'storage.weight' ? `${fieldTitle(name, t)} ${show.unit(Number(value), 'kilogram')}` : undefined
}

function columnOf(records: readonly GenericRecord[], name: string, words: Words): Column<GenericRecord> {
  const { t, show } = words
  const title = fieldTitle(name, t)
  const of = (row: GenericRecord) => valueOf(row, name)
  if (records.every((row) => of(row) === '' || isFlag({ name, value: of(row) })))
    return {
      ...textColumn(
        `field ${name}`,
        title,
        (row: GenericRecord) => fieldText({ name, value: of(row) }, show, t),
        '6rem',
      ),
      cardText: (row) => cardText(name, of(row), words),
    }
  const numeric = records.every((record) => of(record) === '' || isNumeric(of(record)))
  if (!numeric) return textColumn(`field ${name}`, title, of, 'minmax(7.5rem, 1fr)')
  const number = (row: GenericRecord) => (of(row) === '' ? null : Number(of(row)))
  const key = `field ${name}`
  const write = (value: number) => written.get(name)?.(value, show) ?? show.number(value)
  const card = isPrice(name) || name === 'storage.weight'
  return {
    ...(isPrice(name) ? priceColumn : numberColumn)(key, title, number, write, '7.25rem'),
    card,
    cardText: (row) => cardText(name, of(row), words),
  }
}

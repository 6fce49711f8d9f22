import type { Field, GenericRecord } from '../../src-preload/contract/community/index.ts'
import type { Format } from '#shared/format/index.ts'
import type { MessageKey, Translate } from '#shared/i18n/index.ts'
import { numberColumn, priceColumn, textColumn, type Column } from '#shared/table/index.ts'

const AT_MOST = 5

/** Fields that services are known to send; others are shown by the name they have. */
const known: Partial<Record<string, MessageKey>> = {
  classname: 'common.class-name',
  price: 'common.price',
  extras: 'world.field.extras',
  garage: 'world.field.garage',
  'storage.slots': 'world.field.storage-slots',
  'storage.weight': 'world.field.storage-weight',
  stages: 'world.field.stages',
  cost: 'world.field.cost',
  note: 'world.field.note',
}

/** Fields whose numbers are game money. */
const moneyFields: readonly string[] = ['price', 'cost']

/** What a player cannot use: the details tell it. */
const technical: readonly string[] = ['classname']

/** How numbers are written in the page's language. */
type Show = Pick<Format, 'number' | 'money'>

/** What a thing is called by its key; undefined where that is not known. */
type NameOf = (item: string) => string | undefined

/** A field's name in the player's language, where it is a known one; what something costs of a good goes by the good. */
export function fieldTitle(name: string, t: Translate, nameOf: NameOf): string {
  const key = Object.hasOwn(known, name) ? known[name] : undefined
  if (key) return t(key)
  const [, good] = /^cost\.(.+)$/.exec(name) ?? []
  const words = (good && nameOf(good)) ?? (good ?? name).replaceAll(/[_.]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A field's value; `''` where the record has none. */
export const valueOf = (record: GenericRecord, name: string) =>
  record.fields.find((field) => field.name === name)?.value ?? ''
const isNumeric = (text: string) => text !== '' && !Number.isNaN(Number(text))

/** Columns for records of unknown shape: the title, then the fields that most of them have. */
export function columnsOf(
  records: readonly GenericRecord[],
  t: Translate,
  show: Show,
  nameOf: NameOf,
  nameCell?: Column<GenericRecord>['cell'],
): Column<GenericRecord>[] {
  const seen = new Map<string, number>()
  for (const record of records)
    for (const { name, value } of record.fields)
      if (value !== record.title && value !== record.key && !technical.includes(name))
        seen.set(name, (seen.get(name) ?? 0) + 1)
  const names = [...seen]
    .sort(([, a], [, b]) => b - a)
    .slice(0, AT_MOST)
    .map(([name]) => name)
  const first = textColumn<GenericRecord>('title', t('common.name'), (row) => row.title || row.key, 'minmax(9rem, 2fr)')
  return [
    { ...first, cell: nameCell },
    ...names.map((name) => columnOf(records, name, fieldTitle(name, t, nameOf), show)),
  ]
}

/** The column that a player compares by: the price, or else the name. */
export const sortedByPrice = (columns: readonly { key: string }[]): string =>
  columns.find(({ key }) => key === 'field price' || key === 'field cost')?.key ?? 'title'

/** A field's value as it is shown: money with its sign, all else as it came. */
export const fieldText = ({ name, value }: Field, show: Show): string =>
  moneyFields.includes(name) && isNumeric(value) ? show.money(Number(value)) : value

function columnOf(records: readonly GenericRecord[], name: string, title: string, show: Show): Column<GenericRecord> {
  const of = (row: GenericRecord) => valueOf(row, name)
  const numeric = records.every((record) => of(record) === '' || isNumeric(of(record)))
  if (!numeric) return textColumn(`field ${name}`, title, of)
  const number = (row: GenericRecord) => (of(row) === '' ? null : Number(of(row)))
  const key = `field ${name}`
  return moneyFields.includes(name)
    ? priceColumn(key, title, number, show.money)
    : numberColumn(key, title, number, show.number)
}

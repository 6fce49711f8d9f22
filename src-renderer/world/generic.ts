import type { GenericRecord } from '../../src-preload/contract/community/index.ts'
import type { Column } from '../shared/table/index.ts'

const AT_MOST = 6

const valueOf = (record: GenericRecord, name: string) => record.fields.find((field) => field.name === name)?.value ?? ''
const isNumeric = (text: string) => text !== '' && !Number.isNaN(Number(text))

/** Columns for records of unknown shape: the title, then the fields that most of them have. */
export function columnsOf(records: readonly GenericRecord[], title: string): Column<GenericRecord>[] {
  const seen = new Map<string, number>()
  for (const record of records)
    for (const { name, value } of record.fields) if (value !== record.title) seen.set(name, (seen.get(name) ?? 0) + 1)
  const names = [...seen]
    .sort(([, a], [, b]) => b - a)
    .slice(0, AT_MOST)
    .map(([name]) => name)
  const first: Column<GenericRecord> = {
    key: 'title',
    title,
    width: 'minmax(12rem, 2fr)',
    sort: (row) => row.title || row.key,
    text: (row) => row.title || row.key,
  }
  return [first, ...names.map((name) => columnOf(records, name))]
}

function columnOf(records: readonly GenericRecord[], name: string): Column<GenericRecord> {
  const numeric = records.every((record) =>
    ['', ...(isNumeric(valueOf(record, name)) ? [valueOf(record, name)] : [])].includes(valueOf(record, name)),
  )
  return {
    key: `field ${name}`,
    title: name.replaceAll('_', ' '),
    align: numeric ? 'end' : 'start',
    sort: (row) => (numeric && valueOf(row, name) !== '' ? Number(valueOf(row, name)) : valueOf(row, name)),
    text: (row) => valueOf(row, name),
  }
}

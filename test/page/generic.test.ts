import { expect, it } from 'vitest'
import type { GenericRecord } from '../../src-preload/contract/community/index.ts'
import { columnsOf, fieldText } from '../../src-renderer/world/generic.ts'

const record = (key: string, price: string, slots: string): GenericRecord => ({
  key,
  title: `House ${key}`,
  fields: [
    { name: 'price', value: price },
    { name: 'storage.slots', value: slots },
  ],
})
const show = { number: (value: number) => `n${value}`, money: (value: number) => `$${value}` }

it('writes the prices of records of unknown shape as money, in the table and in the dialog', () => {
  const row = record('1', '120000', '40')
  const columns = columnsOf([row], (key) => key, show)
  expect(columns.map(({ text }) => text(row))).toEqual(['House 1', '$120000', 'n40'])
  expect(row.fields.map((field) => fieldText(field, show))).toEqual(['$120000', '40'])
  expect(fieldText({ name: 'price', value: 'on request' }, show)).toBe('on request')
})

import { expect, it } from 'vitest'
import { collatorOf, sortRows } from '#shared/table/columns.ts'
import type { GenericRecord } from '../../src-preload/contract/community/index.ts'
import { columnsOf, fieldText, fieldTitle, rowsOf, sortedByPrice } from '../../src-renderer/world/generic.ts'

const record = (key: string, price: string, slots: string): GenericRecord => ({
  key,
  title: `House ${key}`,
  fields: [
    { name: 'price', value: price },
    { name: 'storage.slots', value: slots },
  ],
})
const show = {
  number: (value: number) => `n${value}`,
  money: (value: number) => `$${value}`,
  unit: (value: number, unit: string) => `${value} ${unit}`,
}
const words = { t: (key: string) => key, show, nameOf: (item: string) => ({ wood_r: 'Planks' })[item] }

it('shows no class name, and what costs nothing last', () => {
  const rows = ['0', '90', '20'].map((price) => {
    const one = record(`of ${price}`, price, '1')
    return { ...one, fields: [...one.fields, { name: 'classname', value: `nw_${price}` }] }
  })
  const columns = columnsOf(rows, words)
  expect(columns.map(({ key }) => key)).toEqual(['title', 'field price', 'field storage.slots'])
  const sorting = { key: sortedByPrice(columns), descending: false }
  expect(sortRows(rows, columns, sorting, collatorOf('en')).map(({ key }) => key)).toEqual(['of 20', 'of 90', 'of 0'])
})

it('writes the prices of records of unknown shape as money, in the table and in the dialog', () => {
  const row = record('1', '120000', '40')
  const columns = columnsOf([row], words)
  expect(columns.map(({ text }) => text(row))).toEqual(['House 1', '$120000', 'n40'])
  expect(row.fields.map((field) => fieldText(field, show, (key) => key))).toEqual(['$120000', '40'])
  expect(fieldText({ name: 'price', value: 'on request' }, show, (key) => key)).toBe('on request')
})

it('names on a card what has no column title there', () => {
  const fields = [
    { name: 'price', value: '9' },
    { name: 'storage.slots', value: '2' },
    { name: 'storage.weight', value: '700' },
    { name: 'garage', value: '0' },
  ]
  const row = { key: '1', title: 'Pier', fields }
  const said = columnsOf([row], {
    ...words,
    t: (key: string, given?: object) => [key, ...Object.values(given ?? {})].join(' '),
  })
  expect(said.slice(1).map(({ cardText }) => cardText?.(row))).toEqual([
    undefined,
    'world.card.storage-slots 2',
    'world.field.storage-weight 700 kilogram',
    'world.card.garage no',
  ])
})

it('names a field as the player would: a known one, or its own words', () => {
  const title = (name: string) => fieldTitle(name, (key) => key)
  expect(title('storage.slots')).toBe('world.field.storage-slots')
  expect(title('extra_rooms')).toBe('Extra rooms')
})

it('has what players compare by first, and all that a building is built of in one place, however many goods that is', () => {
  const fields = [
    { name: 'cost.steel_r', value: '30' },
    { name: 'storage.weight', value: '700' },
    { name: 'stages', value: '2' },
    ...['sand', 'rock', 'clay', 'glass'].map((item, at) => ({ name: `cost.${item}`, value: `${at + 1}` })),
    { name: 'price', value: '9' },
    { name: 'cost.wood_r', value: '50' },
    { name: 'cost.moon_dust', value: 'some' },
  ]
  const row = { key: '1', title: 'Pier', fields }
  const columns = columnsOf([row, record('2', '5', '7')], words)
  expect(columns.slice(1).map(({ key }) => key.replace('field ', ''))).toEqual([
    ...['price', 'storage.slots', 'storage.weight', 'stages', 'materials'],
  ])
  expect(columns[3]?.text(row)).toBe('700 kilogram')
  const built = 'n50 Planks · n30 Steel r · n4 Glass · n3 Clay · n2 Rock · n1 Sand'
  expect(columns.at(-1)?.text(row)).toBe(built)
  expect(rowsOf(row, words).at(-1)).toEqual({ label: 'world.field.materials', value: built })
  expect(columnsOf([record('2', '5', '7')], words).map(({ key }) => key)).not.toContain('materials')
})

it('says yes or no where a field says by 0 and 1 whether there is one, and the number where it says more', () => {
  const of = (garage: string) => ({ key: `k${garage}`, title: garage, fields: [{ name: 'garage', value: garage }] })
  const texts = (...values: string[]) => {
    const rows = values.map((value) => ({ ...of(value), title: `House ${value}` }))
    const columns = columnsOf(rows, words)
    return rows.map((row) => columns[1]?.text(row))
  }
  expect(texts('0', '1')).toEqual(['common.no', 'common.yes'])
  expect(texts('0', '1', '3')).toEqual(['n0', 'n1', 'n3'])
  expect(fieldText({ name: 'garage', value: '1' }, show, (key) => key)).toBe('common.yes')
  expect(fieldText({ name: 'stages', value: '1' }, show, (key) => key)).toBe('1')
})

import * as v from 'valibot'
import { expect, it } from 'vitest'
import { company, donation, house, phone, playerLicence } from '../../src-main/community/records/possessions.ts'
import { createSchemaHelpers } from '../../src-main/community/records/schema-helpers.ts'

const helpers = createSchemaHelpers('UTC')
const created_at = '2026-05-01 12:00:00'
const at = '2026-05-01T12:00:00.000Z'

it.each([
  ['a phone', phone(helpers), { phone: '1' }],
  ['a company', company(helpers), { id: 1 }],
  ['a licence', playerLicence(helpers), { license: 'driver' }],
])('%s tells since when', (_, reader, record) => {
  expect(v.parse(reader, { ...record, created_at })).toMatchObject({ createdAt: at })
})

it('a donation tells from when to when', () => {
  const told = v.parse(donation(helpers), { created_at, activated_at: created_at, valid_until: created_at })
  expect(told).toMatchObject({ createdAt: at, activatedAt: at, validUntil: at })
})

it('a house has its place', () => {
  expect(v.parse(house, { id: 1, location: '[1,2,3]' }).position).toEqual({ x: 1, y: 2, z: 3 })
})

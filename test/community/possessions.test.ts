import * as v from 'valibot'
import { expect, it } from 'vitest'
import { donation, house, playerLicence } from '../../src-main/community/records/possessions.ts'
import { createSchemaHelpers } from '../../src-main/community/records/index.ts'

const helpers = createSchemaHelpers('UTC')
const created_at = '2026-05-01 12:00:00'
const at = '2026-05-01T12:00:00.000Z'

it('a licence tells since when', () => {
  expect(v.parse(playerLicence(helpers), { license: 'driver', created_at })).toMatchObject({ createdAt: at })
})

it('a donation tells from when to when', () => {
  const told = v.parse(donation(helpers), { activated_at: created_at, valid_until: created_at })
  expect(told).toMatchObject({ activatedAt: at, validUntil: at })
})

it('a house has its place', () => {
  expect(v.parse(house, { id: 1, location: '[1,2,3]' }).position).toEqual({ x: 1, y: 2, z: 3 })
})

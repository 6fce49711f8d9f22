import type { PlayerVehicle } from '../../../src-preload/contract/community/index.ts'
import {
  flag,
  id,
  itemsOf,
  type SchemaHelpers,
  lenient,
  maybe,
  number,
  type Reader,
  record,
  text,
  whole,
  wholeOf,
} from './schema-helpers.ts'
import { parsedOr } from './possessions.ts'
import { shopVehicle } from './shops.ts'

/** Longer than any boot's content. */
const MAX_TEXT = 100_000

/** Text with JSON in it, perhaps quoted once more and with backticks for quotes, as a value. */
const unquoted = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  if (value.length > MAX_TEXT) return undefined
  const bare = value.trim().replace(/^"(.*)"$/s, '$1')
  return parsedOr(bare.replaceAll('`', '"'), undefined)
}

/** Things by class name out of `[[names],[numbers]]` pairs, wherever they are nested. */
const things = lenient((value) => {
  const found: { item: string; count: number }[] = []
  const walk = (node: unknown, depth: number) => {
    if (!Array.isArray(node) || depth > 5 || found.length >= 500) return
    const [names, numbers] = node as unknown[]
    const isPair = Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === 'string')
    if (isPair && Array.isArray(numbers))
      for (const [at, item] of names.entries()) found.push({ item: String(item), count: wholeOf(numbers[at]) ?? 1 })
    else for (const inner of node) walk(inner, depth + 1)
  }
  walk(itemsOf(unquoted(value)), 0)
  return found
})

const fields = ({ instant }: SchemaHelpers) => ({
  id,
  side: text,
  classname: text,
  type: text,
  plate: text,
  active: flag,
  impound: flag,
  alarm: flag,
  insurance: flag,
  tuning_perm: flag,
  disabled: flag,
  alive: whole,
  inventory: things,
  gear: things,
  fuel: number,
  fuelcargo: number,
  kilometer: whole,
  kilometer_total: whole,
  lastgarage: text,
  companyid: whole,
  companytype: text,
  updated_at: instant,
  created_at: instant,
})

const stateOf = (alive: number | null): PlayerVehicle['state'] =>
  alive === null || alive > 0 ? 'ok' : alive === 0 ? 'sold' : 'hidden'

export const playerVehicle = (helpers: SchemaHelpers): Reader<PlayerVehicle> =>
  record(
    { ...fields(helpers), vehicle_data: maybe(shopVehicle()), export_vehicles: helpers.records(shopVehicle()) },
    (r) => ({
      id: r.id,
      side: r.side.toUpperCase(),
      classname: r.classname,
      name: r.vehicle_data?.name ?? r.classname,
      type: r.type,
      plate: r.plate,
      active: r.active,
      impounded: r.impound,
      alarm: r.alarm,
      insured: r.insurance,
      tuningAllowed: r.tuning_perm,
      destroyed: r.disabled,
      state: stateOf(r.alive),
      fuelPercent: r.fuel === null ? null : Math.round(Math.max(0, Math.min(1, r.fuel)) * 100),
      fuelCargo: r.fuelcargo !== null && r.fuelcargo >= 0 ? r.fuelcargo : null,
      kilometres: r.kilometer,
      kilometresTotal: r.kilometer_total,
      lastGarage: r.lastgarage,
      companyId: r.companyid,
      companyType: r.companytype,
      inventory: [...r.inventory, ...r.gear],
      updatedAt: r.updated_at,
      createdAt: r.created_at,
      vehicle: r.vehicle_data,
      shops: r.export_vehicles,
    }),
  )

import type { PlayerVehicle } from '../../../src-preload/contract/community/index.ts'
import * as read from './schema-helpers.ts'
import type { Reader, SchemaHelpers } from './schema-helpers.ts'
import { jsonIn } from './possessions.ts'
import { shopVehicle } from './shops.ts'

/** Longer than the content of any boot. */
const MAX_TEXT = 100_000

/** Parses JSON that may be quoted once more and have backticks instead of quotes. */
const unquoted = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  if (value.length > MAX_TEXT) return undefined
  const bare = value.trim().replace(/^"(.*)"$/s, '$1')
  return jsonIn(bare.replaceAll('`', '"'))
}

/** Things by class name from `[[names],[numbers]]` pairs at any depth. */
const things = read.lenient((value) => {
  const found: { item: string; count: number }[] = []
  const walk = (node: unknown, depth: number) => {
    if (!Array.isArray(node) || depth > 5 || found.length >= 500) return
    const [names, numbers] = node as unknown[]
    const isPair = Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === 'string')
    if (isPair && Array.isArray(numbers))
      for (const [at, item] of names.entries())
        found.push({ item: String(item), count: read.wholeOf(numbers[at]) ?? 1 })
    else for (const inner of node) walk(inner, depth + 1)
  }
  walk(read.itemsOf(unquoted(value)), 0)
  return found
})

const stateOf = (alive: number | null): PlayerVehicle['state'] =>
  alive === null || alive > 0 ? 'ok' : alive === 0 ? 'sold' : 'hidden'

export const playerVehicle = (helpers: SchemaHelpers): Reader<PlayerVehicle> =>
  read.record(
    {
      id: read.id,
      side: read.text,
      classname: read.text,
      type: read.text,
      plate: read.text,
      active: read.flag,
      impounded: read.as('impound', read.flag),
      alarm: read.flag,
      insured: read.as('insurance', read.flag),
      tuningAllowed: read.as('tuning_perm', read.flag),
      destroyed: read.as('disabled', read.flag),
      alive: read.whole,
      inventory: things,
      gear: things,
      fuel: read.number,
      fuelCargo: read.as('fuelcargo', read.number),
      kilometres: read.as('kilometer', read.whole),
      kilometresTotal: read.as('kilometer_total', read.whole),
      lastGarage: read.as('lastgarage', read.text),
      companyId: read.as('companyid', read.whole),
      updatedAt: read.as('updated_at', helpers.instant),
      createdAt: read.as('created_at', helpers.instant),
      vehicle: read.as('vehicle_data', read.maybe(shopVehicle())),
      shops: read.as('export_vehicles', helpers.records(shopVehicle())),
    },
    ({ alive, fuel, vehicle: own, ...r }) => {
      const vehicle = own ?? r.shops[0] ?? null // the shops sell the same vehicle
      return {
        ...r,
        vehicle,
        side: r.side.toUpperCase(),
        name: vehicle?.name ?? '',
        state: stateOf(alive),
        fuelPercent: fuel === null ? null : Math.round(Math.max(0, Math.min(1, fuel)) * 100),
        fuelCargo: r.fuelCargo !== null && r.fuelCargo >= 0 ? r.fuelCargo : null,
      }
    },
  )

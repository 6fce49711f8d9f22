import goods from '../../../resources/demo/goods.json' with { type: 'json' }
import { drift } from '../random.ts'
import { type DemoRoute, envelope, matchGet } from '../route.ts'
import { HOUR, MINUTE, plainDate } from '../wire.ts'
import type { DemoWorld } from './demo-world.ts'

type Good = [item: string, name: string, price: number, illegal: number, weight: number, category: string]
const allGoods = goods as Good[]

/** Prices are set anew this often. */
const STEP = 30 * MINUTE
const LONGEST_LOG = 2_000

/** A good's price on a server at an instant: it wanders around its base price. */
function priceAt({ seed }: DemoWorld, server: number, [item, , base]: Good, at: Date): number {
  const settled = new Date(Math.floor(at.getTime() / STEP) * STEP)
  const slow = drift(`${seed}/${server}/${item}/slow`, settled, 36 * HOUR) - 0.5
  const quick = drift(`${seed}/${server}/${item}/quick`, settled, 4 * HOUR) - 0.5
  return Math.max(1, Math.round(base * (1 + slow * 0.5 + quick * 0.18)))
}

const settledAt = (now: Date) => new Date(Math.floor(now.getTime() / STEP) * STEP)

function marketOf(world: DemoWorld, server: number, now: Date) {
  const listed = server === 1 ? allGoods : allGoods.slice(0, -3)
  return listed.map((good, at) => {
    const [item, localized, base, illegal, weight] = good
    const known = at % 19 !== 7 // some goods come without their definition
    const definition = {
      item,
      name: `STR_Item_${item}`,
      sellPrice: base,
      buyPrice: at % 4 === 0 ? Math.round(base * 1.6) : -1,
      illegal: illegal === 1 && at % 2 === 0 ? '1' : illegal,
      exp: Math.round(base / 9),
      weight,
      market: base,
      icon: `nw\\addons\\textures\\icons\\${item}.paa`,
    }
    return {
      item,
      price: at % 11 === 5 ? String(priceAt(world, server, good, now)) : priceAt(world, server, good, now),
      server,
      updated_at: plainDate(settledAt(now)),
      created_at: plainDate(settledAt(now)),
      localized,
      ...(known ? { export_virt_item: definition } : at % 2 === 0 ? { export_virt_item: null } : {}),
    }
  })
}

function logOf(world: DemoWorld, server: number, good: Good, rows: number, now: Date) {
  return Array.from({ length: Math.min(rows, LONGEST_LOG) }, (_, at) => {
    const when = new Date(settledAt(now).getTime() - at * STEP)
    return {
      id: Math.round(when.getTime() / STEP),
      item: good[0],
      price: priceAt(world, server, good, when),
      server_id: server,
      created_at: plainDate(when),
    }
  })
}

/** The market of all servers, of one, and the log of one good (doubly nested, newest first). */
export const marketRoute =
  (world: DemoWorld): DemoRoute =>
  (request) => {
    const { now } = request
    if (matchGet(request, 'market_all'))
      return envelope(
        [1, 2, 3].map((id) => ({
          server_id: id,
          server_name: id === 3 ? 'Nordwind Roleplay Test (BETA)' : `Nordwind Roleplay #${id}`,
          online: id !== 3,
          market: id === 3 ? [] : marketOf(world, id, now),
        })),
        now,
      )
    const [server] = matchGet(request, 'market', '*') ?? []
    if (server !== undefined) return envelope(/^[12]$/.test(server) ? marketOf(world, Number(server), now) : [], now)
    const [logServer, item, backlog] = matchGet(request, 'market_logs', '*', '*', '*') ?? []
    if (logServer === undefined) return undefined
    const good = allGoods.find(([name]) => name === item)
    const rows = Number(backlog)
    const known = good && /^[12]$/.test(logServer) && rows > 0
    return envelope([known ? logOf(world, Number(logServer), good, rows, now) : []], now)
  }

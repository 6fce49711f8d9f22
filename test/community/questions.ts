import { endpoints } from '../../src-main/community/index.ts'
import { demoPlayer } from '../../src-main/demo/index.ts'
import type { EndpointName } from '../../src-preload/contract/community/index.ts'

const { secret } = demoPlayer
const params: Partial<Record<EndpointName, Record<string, string | number>>> = {
  mod: { id: 1 },
  hashList: { id: 1 },
  teamspeak: { id: 1 },
  server: { id: 1 },
  serverByIp: { ip: '192.0.2.11' },
  serverLog: { server_id: 1 },
  player: { secret },
  playerVehicles: { secret },
  playerValidate: { secret },
  market: { server_id: 1 },
  marketLog: { server_id: 1, itemname: 'copper_r', backlog_count: 60 },
  itemShop: { shoptype: 'hardware' },
  vehicleShop: { shoptype: 'civ_ship' },
  fuelStation: { id: 3 },
  twitchLimited: { limit: 1 },
}

/** One question that the demo can answer, for every endpoint. */
export const questions = endpoints.map(({ name, path, shape }) => {
  const given = params[name] ?? {}
  const asked = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(given[key])))
  return { name, params: given as never, path: asked, shape }
})

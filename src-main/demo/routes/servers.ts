import { inventPeople, withTag } from '../people.ts'
import { createRandom, drift } from '../random.ts'
import { type DemoRoute, envelope, matchGet, notFound } from '../route.ts'
import { before, carbonDate, DAY, HOUR, MINUTE, plainDate } from '../wire.ts'
import type { DemoWorld } from './index.ts'

const SLOTS = 120
const LOG_STEP = 10 * MINUTE
const LOG_LENGTH = 288

/** How full a server is at an instant, 0–1: evenings are busy, nights are not, and no two days are alike. */
function fullness(seed: string, server: number, at: Date): number {
  const hour = ((at.getTime() / HOUR + 1) % 24) / 24
  const daily = 0.5 - 0.5 * Math.cos(2 * Math.PI * (hour - 0.16))
  const mood = drift(`${seed}/server/${server}`, at, 3 * HOUR)
  const ripple = drift(`${seed}/ripple/${server}`, at, 2 * MINUTE) * 0.06
  return Math.min(0.97, Math.max(0.03, (daily * 0.75 + mood * 0.3 + ripple) / server ** 0.6))
}

/** Players by side at an instant. */
export function populationAt(seed: string, server: number, at: Date) {
  const players = Math.round(fullness(seed, server, at) * SLOTS)
  const share = (name: string, least: number, most: number) =>
    Math.round(players * (least + (most - least) * drift(`${seed}/${name}/${server}`, at, HOUR)))
  const cop = share('cop', 0.1, 0.2)
  const medic = share('medic', 0.05, 0.1)
  const rac = share('rac', 0.03, 0.08)
  return { players, civ: players - cop - medic - rac, cop, medic, rac }
}

function roleplayServer({ seed }: DemoWorld, id: number, now: Date) {
  const { players, civ, cop, medic, rac } = populationAt(seed, id, now)
  const names = inventPeople(`${seed}/${id}/${Math.floor(now.getTime() / DAY)}`, SLOTS)
  const take = (from: number, count: number) => names.slice(from, from + count)
  const cops = take(0, cop).map((name, at) => (at === 0 ? `[Justiz] ${name}` : `[C${(at % 9) + 1}] ${name}`))
  const medics = take(cop, medic).map((name) => `[MED] ${name}`)
  const racs = take(cop + medic, rac).map((name) => `[PD] ${name}`)
  const civs = take(cop + medic + rac, civ).map((name) => withTag(name, seed))
  const lobby = (name: string, at: number) => (at % 17 === 3 ? `${name} (Lobby)` : name)
  return {
    Id: id,
    ModId: 1,
    appId: 107410,
    online: 1,
    Servername: `Nordwind Roleplay #${id} | deutsch | eigene Insel`,
    Description:
      id === 1
        ? '<p><b>Unser Hauptserver.</b> Neustarts um <i>6, 12, 18 und 0 Uhr</i>.</p><ul><li>Funk ist Pflicht</li><li><a href="https://nordwind.example/regeln">Regeln</a> lesen</li></ul>'
        : null,
    IpAddress: `192.0.2.${10 + id}`,
    Port: 2302,
    ServerPassword: id === 1 ? 4711 : '',
    Gamemode: 1,
    StartParameters: '@Nordwind',
    Slots: SLOTS,
    Update_Mods: 0,
    Playercount: id === 1 ? players : String(players),
    Civilians: civ,
    Medics: medic,
    Cops: cop,
    Adac: rac,
    Players: createRandom(`${seed}/order/${id}`).shuffled([...cops, ...medics, ...racs, ...civs].map(lobby)),
    Side: { Civs: civs, Medics: medics, Cops: cops, RAC: racs },
    updated_at: carbonDate(before(now, 40_000)),
  }
}

/** Servers without sides: an arena, and one that is off. */
function otherServers({ seed }: DemoWorld, now: Date) {
  const players = Math.round(fullness(seed, 3, now) * 32)
  const common = { Description: '', ServerPassword: '', StartParameters: '', Update_Mods: 0 }
  return [
    {
      Id: 16,
      ModId: 6,
      appId: 730,
      online: true,
      Servername: 'Nordwind Gungame Arena',
      IpAddress: '192.0.2.40',
      Port: 27015,
      Gamemode: 3,
      Slots: 32,
      Playercount: players,
      Players: inventPeople(`${seed}/arena`, players),
      updated_at: carbonDate(before(now, 65_000)),
      ...common,
    },
    {
      Id: 3,
      ModId: 4,
      appId: 107410,
      online: 0,
      Servername: 'Nordwind Roleplay Test (BETA)',
      IpAddress: '192.0.2.13',
      Port: '2402',
      Gamemode: 1,
      Slots: 40,
      Playercount: 0,
      Players: [],
      updated_at: '-',
      ...common,
    },
  ]
}

function logOf({ seed }: DemoWorld, server: number, now: Date) {
  const latest = Math.floor(now.getTime() / LOG_STEP) * LOG_STEP
  return Array.from({ length: LOG_LENGTH }, (_, at) => {
    const when = new Date(latest - at * LOG_STEP)
    return { created_at: plainDate(when), ...populationAt(seed, server, when) }
  })
}

/** Game servers and their population logs, newest first. */
export const serversRoute =
  (world: DemoWorld): DemoRoute =>
  (request) => {
    const { now } = request
    const servers = () => [roleplayServer(world, 1, now), roleplayServer(world, 2, now), ...otherServers(world, now)]
    if (matchGet(request, 'servers')) return envelope(servers(), now, { cached: true })
    if (matchGet(request, 'servers', 'log'))
      return envelope(
        [1, 2].flatMap((id) => logOf(world, id, now).map((entry) => ({ ...entry, server_id: id }))),
        now,
      )
    const [logId] = matchGet(request, 'server', 'log', '*') ?? []
    if (logId !== undefined) return /^[123]$/.test(logId) ? envelope(logOf(world, Number(logId), now), now) : notFound()
    const [ip] = matchGet(request, 'server', 'ip', '*') ?? []
    if (ip !== undefined)
      return envelope(
        servers().filter(({ IpAddress }) => IpAddress === ip),
        now,
      )
    const [id] = matchGet(request, 'server', '*') ?? []
    if (id === undefined) return undefined
    const found = servers().filter(({ Id }) => String(Id) === id)
    return found.length > 0 ? envelope(found, now) : notFound()
  }

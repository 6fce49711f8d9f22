import people from '../../../resources/demo/people.json' with { type: 'json' }
import known from '../../../resources/demo/servers.json' with { type: 'json' }
import { before, carbonDate, DAY, HOUR, MINUTE, plainDate, drift, randomOf } from '../wire.ts'
import { type SomeAnswers, type DemoQuery, type DemoWorld, oneOf } from './answer.ts'

const { arena, off, roleplay, voice } = known

const SLOTS = 120
/** The service's knowledge of its servers is a little old. */
const SEEN_AGO_MS = 40_000

/** How long the server that is off is off: its log ends then. */
const OFF_FOR_MS = 9 * HOUR

const LOG_STEP = 10 * MINUTE
const LOG_LENGTH = 288
/** The servers restart every six hours of local time. */
const RESTART = / (00|06|12|18):0\d/

/** Invented players' names without tags. The same key gives the same names in the same order. */
function inventPeople(key: string, count: number): string[] {
  const random = randomOf(`${key}/people`)
  const names = new Set<string>()
  while (names.size < count) {
    const name = `${random.pick(people.first)} ${random.pick(people.last)}`
    names.add(names.has(name) ? `${name} ${random.whole(2, 9)}` : name)
  }
  return [...names]
}

/** A name on a server, perhaps with a gang's tag. */
function withTag(name: string): string {
  const random = randomOf(`tag/${name}`)
  return random.chance(0.35) ? `[${random.pick(people.tags)}] ${name}` : name
}

/** How full a server is at an instant, 0–1: full in the evening, empty at night, and different each day. */
function fullness(server: number, at: Date): number {
  const hour = ((at.getTime() / HOUR + 1) % 24) / 24
  const daily = 0.5 - 0.5 * Math.cos(2 * Math.PI * (hour - 0.16))
  const mood = drift(`server/${server}`, at, 3 * HOUR)
  const ripple = drift(`ripple/${server}`, at, 2 * MINUTE) * 0.06
  return Math.min(0.97, Math.max(0.03, (daily * 0.75 + mood * 0.3 + ripple) / server ** 0.6))
}

/** The same for a whole step of the log, so that the list, the log and the game server itself agree. */
function populationAt(server: number, when: Date) {
  const at = new Date(Math.floor(when.getTime() / LOG_STEP) * LOG_STEP)
  const players = Math.round(fullness(server, at) * SLOTS)
  const share = (name: string, least: number, most: number) =>
    Math.round(players * (least + (most - least) * drift(`${name}/${server}`, at, HOUR)))
  const cop = share('cop', 0.1, 0.2)
  const medic = share('medic', 0.05, 0.1)
  const rac = share('rac', 0.03, 0.08)
  return { players, civ: players - cop - medic - rac, cop, medic, rac }
}

function roleplayServer({ addresses }: DemoWorld, server: (typeof roleplay)[number], now: Date) {
  const { Id: id } = server
  const { host, port } = addresses[id] ?? { host: `192.0.2.${10 + id}`, port: 2302 }
  const { players, civ, cop, medic, rac } = populationAt(id, now)
  const names = inventPeople(`${id}/${Math.floor(now.getTime() / DAY)}`, SLOTS)
  const take = (from: number, count: number) => names.slice(from, from + count)
  const cops = take(0, cop).map((name, at) => (at === 0 ? `[Justiz] ${name}` : `[C${(at % 9) + 1}] ${name}`))
  const medics = take(cop, medic).map((name) => `[MED] ${name}`)
  const racs = take(cop + medic, rac).map((name) => `[PD] ${name}`)
  const civs = take(cop + medic + rac, civ).map(withTag)
  const lobby = (name: string, at: number) => (at % 17 === 3 ? `${name} (Lobby)` : name)
  return {
    ...server,
    IpAddress: host,
    Port: port,
    Playercount: id === 1 ? players : String(players),
    Civilians: civ,
    Medics: medic,
    Cops: cop,
    Adac: rac,
    Players: randomOf(`order/${id}`).shuffled([...cops, ...medics, ...racs, ...civs].map(lobby)),
    Side: { Civs: civs, Medics: medics, Cops: cops, RAC: racs },
    updated_at: carbonDate(before(now, SEEN_AGO_MS)),
  }
}

/** Full, but for one seat that is free for 40 seconds in every three minutes. */
const arenaPlayers = (at: Date) => arena.Slots - (at.getTime() % (3 * MINUTE) < 40_000 ? 1 : 0)

/** A running server's own answer at an instant. */
export function serverInfoAt(id: number, at: Date) {
  const server = roleplay.find(({ Id }) => Id === id)
  if (!server) {
    const { appId, Servername, Slots } = arena
    const numbers = { appId, players: arenaPlayers(at), slots: Slots, password: false, version: '1.40.8.2' }
    return { name: Servername, map: 'nw_arena', game: 'Gungame', ...numbers }
  }
  return {
    name: server.Servername,
    map: 'Nordwind',
    game: 'Roleplay',
    appId: server.appId,
    players: populationAt(id, at).players,
    slots: server.Slots,
    password: server.ServerPassword !== '',
    version: '2.20.152984',
  }
}

/** Servers without sides: an arena, and one that is off. */
function otherServers({ addresses }: DemoWorld, now: Date) {
  const players = arenaPlayers(now)
  const { host, port } = addresses[arena.Id] ?? { host: '192.0.2.40', port: 27015 }
  const open = {
    ...arena,
    IpAddress: host,
    Port: port,
    Playercount: players,
    Players: inventPeople('arena', players),
    updated_at: carbonDate(before(now, 25_000)),
  }
  return [open, off]
}

function logOf(server: number, now: Date) {
  const latest = Math.floor(now.getTime() / LOG_STEP) * LOG_STEP
  return Array.from({ length: LOG_LENGTH }, (_, at) => {
    const when = new Date(latest - at * LOG_STEP)
    const created_at = plainDate(when)
    const all = populationAt(server, when)
    const isRestart = RESTART.test(created_at)
    return { created_at, ...(isRestart ? { ...all, players: 0, civ: 0, cop: 0, medic: 0, rac: 0 } : all) }
  })
}

function serversAt(query: DemoQuery) {
  const seen = before(query.now, SEEN_AGO_MS)
  return [...roleplay.map((server) => roleplayServer(query, server, query.now)), ...otherServers(query, seen)]
}

const voiceAt = ({ now, origin }: DemoQuery) =>
  voice.map(({ Icon, ...server }) => {
    const { Id: id } = server
    const share = 0.2 + 0.7 * drift(`voice/${id}`, now, HOUR)
    const users = inventPeople(`voice/${id}`, Math.round((id === 1 ? 140 : 24) * share))
    return {
      ...server,
      Icon: Icon && origin + Icon,
      Usercount: id === 1 ? users.length : String(users.length),
      Users: users,
    }
  })

/** Game servers, their population logs (newest first), and voice servers. */
export const serverAnswers = {
  servers: serversAt,
  server: (query) => oneOf(serversAt(query), query.params.id),
  serverByIp: (query) => serversAt(query).filter(({ IpAddress }) => IpAddress === query.params.ip),
  serversLog: ({ now }) => [
    ...[1, 2].flatMap((id) => logOf(id, now).map((entry) => ({ ...entry, server_id: id }))),
    ...logOf(1, now).map(({ created_at }) => ({ created_at, server_id: arena.Id, players: arena.Slots })),
  ],
  serverLog: ({ params: { server_id: id = '' }, now }) =>
    /^[123]$/.test(id) ? logOf(Number(id), Number(id) === off.Id ? before(now, OFF_FOR_MS) : now) : undefined,
  teamspeaks: voiceAt,
  teamspeak: (query) => oneOf(voiceAt(query), query.params.id),
} satisfies SomeAnswers

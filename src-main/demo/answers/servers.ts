import people from '../../../resources/demo/people.json' with { type: 'json' }
import { createRandom, drift } from '../random.ts'
import { before, carbonDate, DAY, HOUR, MINUTE, plainDate } from '../wire.ts'
import { type SomeAnswers, type Asked, type DemoWorld, oneOf } from './answer.ts'

const SLOTS = 120
const ARENA_SLOTS = 32
/** The service knows its servers as they were a moment ago. */
const SEEN_AGO_MS = 40_000

/** What a game server tells of itself when it is asked. */
export interface ServerSaid {
  name: string
  map: string
  game: string
  appId: number
  players: number
  slots: number
  password: boolean
  version: string
}

const ARENA = { Id: 16, appId: 730, Servername: 'Nordwind Gungame Arena' }
const roleplayName = (id: number) => `Nordwind Roleplay #${id} | deutsch | eigene Insel`
const passwordOf = (id: number) => (id === 1 ? 4711 : '')
const LOG_STEP = 10 * MINUTE
const LOG_LENGTH = 288
/** Every six hours by the clock on the wall everybody is off for a moment. */
const RESTART = / (00|06|12|18):0\d/

/** Invented players' names, without tags; the same seed gives the same people in the same order. */
function inventPeople(seed: string, count: number): string[] {
  const random = createRandom(`${seed}/people`)
  const names = new Set<string>()
  while (names.size < count) {
    const name = `${random.pick(people.first)} ${random.pick(people.last)}`
    names.add(names.has(name) ? `${name} ${random.whole(2, 9)}` : name)
  }
  return [...names]
}

/** A name as it stands on a server: perhaps with a gang's tag. */
function withTag(name: string, seed: string): string {
  const random = createRandom(`${seed}/tag/${name}`)
  return random.chance(0.35) ? `[${random.pick(people.tags)}] ${name}` : name
}

/** How full a server is at an instant, 0–1: evenings are busy, nights are not, and no two days are alike. */
function fullness(seed: string, server: number, at: Date): number {
  const hour = ((at.getTime() / HOUR + 1) % 24) / 24
  const daily = 0.5 - 0.5 * Math.cos(2 * Math.PI * (hour - 0.16))
  const mood = drift(`${seed}/server/${server}`, at, 3 * HOUR)
  const ripple = drift(`${seed}/ripple/${server}`, at, 2 * MINUTE) * 0.06
  return Math.min(0.97, Math.max(0.03, (daily * 0.75 + mood * 0.3 + ripple) / server ** 0.6))
}

/** Players by side at an instant. */
function populationAt(seed: string, server: number, at: Date) {
  const players = Math.round(fullness(seed, server, at) * SLOTS)
  const share = (name: string, least: number, most: number) =>
    Math.round(players * (least + (most - least) * drift(`${seed}/${name}/${server}`, at, HOUR)))
  const cop = share('cop', 0.1, 0.2)
  const medic = share('medic', 0.05, 0.1)
  const rac = share('rac', 0.03, 0.08)
  return { players, civ: players - cop - medic - rac, cop, medic, rac }
}

function roleplayServer({ seed, addresses }: DemoWorld, id: number, now: Date) {
  const { host, port } = addresses?.[id] ?? { host: `192.0.2.${10 + id}`, port: 2302 }
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
    Servername: roleplayName(id),
    Description:
      id === 1
        ? '<p><b>Unser Hauptserver.</b> Neustarts um <i>6, 12, 18 und 0 Uhr</i>.</p><ul><li>Funk ist Pflicht</li><li><a href="https://nordwind.example/regeln">Regeln</a> lesen</li></ul>'
        : null,
    IpAddress: host,
    Port: port,
    ServerPassword: passwordOf(id),
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
    updated_at: carbonDate(now),
  }
}

const arenaPlayers = (seed: string, at: Date) => Math.round(fullness(seed, 3, at) * ARENA_SLOTS)

/** What a running server says of itself at an instant. */
export function serverSaysAt({ seed }: DemoWorld, id: number, at: Date): ServerSaid {
  if (id !== ARENA.Id)
    return {
      name: roleplayName(id),
      map: 'Nordwind',
      game: 'Roleplay',
      appId: 107410,
      players: populationAt(seed, id, at).players,
      slots: SLOTS,
      password: passwordOf(id) !== '',
      version: '2.20.152984',
    }
  const { appId, Servername } = ARENA
  const players = arenaPlayers(seed, at)
  const numbers = { appId, players, slots: ARENA_SLOTS, password: false, version: '1.40.8.2' }
  return { name: Servername, map: 'nw_arena', game: 'Gungame', ...numbers }
}

/** Servers without sides: an arena, and one that is off. */
function otherServers({ seed, addresses }: DemoWorld, now: Date) {
  const players = arenaPlayers(seed, now)
  const { host, port } = addresses?.[ARENA.Id] ?? { host: '192.0.2.40', port: 27015 }
  const common = { Description: '', ServerPassword: '', StartParameters: '', Update_Mods: 0 }
  return [
    {
      ...ARENA,
      ModId: 6,
      online: true,
      IpAddress: host,
      Port: port,
      Gamemode: 3,
      Slots: ARENA_SLOTS,
      Playercount: players,
      Players: inventPeople(`${seed}/arena`, players),
      updated_at: carbonDate(before(now, 25_000)),
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
    const created_at = plainDate(when)
    const all = populationAt(seed, server, when)
    const isRestart = RESTART.test(created_at)
    return { created_at, ...(isRestart ? { ...all, players: 3, civ: 3, cop: 0, medic: 0, rac: 0 } : all) }
  })
}

function serversAt(asked: Asked) {
  const seen = before(asked.now, SEEN_AGO_MS)
  return [roleplayServer(asked, 1, seen), roleplayServer(asked, 2, seen), ...otherServers(asked, seen)]
}

const voiceAt = ({ seed, now, origin }: Asked) => {
  const users = (id: number, most: number) =>
    inventPeople(`${seed}/voice/${id}`, Math.round(most * (0.2 + 0.7 * drift(`${seed}/voice/${id}`, now, HOUR))))
  const [main, side] = [users(1, 140), users(2, 24)]
  return [
    {
      Id: 1,
      Usercount: main.length,
      Icon: `${origin}/images/voice/1.png`,
      Name: 'Nordwind Funk',
      Ip: 'voice.nordwind.example',
      Port: 9987,
      Slots: 200,
      OS: 'Linux',
      Banner: '',
      Users: main,
    },
    {
      Id: 2,
      Usercount: String(side.length),
      Icon: '',
      Name: 'Nordwind Leitstelle',
      Ip: '192.0.2.61',
      Port: '9988',
      Slots: 0,
      OS: 'Linux',
      Banner: null,
      Users: side,
    },
  ]
}

/** Game servers, their population logs (newest first), and voice servers. */
export const serverAnswers = {
  servers: serversAt,
  server: (asked) => oneOf(serversAt(asked), asked.params.id),
  serverByIp: (asked) => serversAt(asked).filter(({ IpAddress }) => IpAddress === asked.params.ip),
  serversLog: (asked) =>
    [1, 2].flatMap((id) => logOf(asked, id, asked.now).map((entry) => ({ ...entry, server_id: id }))),
  serverLog: (asked) => {
    const { server_id: id = '' } = asked.params
    return /^[123]$/.test(id) ? logOf(asked, Number(id), asked.now) : undefined
  },
  teamspeaks: voiceAt,
  teamspeak: (asked) => oneOf(voiceAt(asked), asked.params.id),
} satisfies SomeAnswers

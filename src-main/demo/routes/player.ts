import { demoPlayer } from '../demo-player.ts'
import { type DemoRequest, type DemoRoute, envelope, json, matchGet } from '../route.ts'
import { createRandom, drift } from '../random.ts'
import { before, carbonDate, DAY, HOUR, plainDate, positionText } from '../wire.ts'
import { belongings } from './player-belongings.ts'
import { vehicles } from './shops.ts'
import type { DemoWorld } from './demo-world.ts'

const levels = { coplevel: '2', mediclevel: '0', adaclevel: '5', adminlevel: '0', donatorlvl: '2', justizlevel: '0' }
const states = {
  arrested: 0,
  citizen: 1,
  tutorial: 1,
  dsgvo: 1,
  pos_alive: 1,
  pos_free: 1,
  suspended: 0,
  chat_muted: 0,
  second_char: 0,
}

function player({ seed }: DemoWorld, { now, origin }: DemoRequest) {
  const { name, steamId, accounts } = demoPlayer
  const avatar = (size: string) => `${origin}/images/avatars/fenja${size}.png`
  return {
    id: 2718,
    pid: steamId,
    guid: '9c1e4f0a77d24bb0a6f0c2d1e8b35a64',
    name,
    cash: 4200 + Math.round(drift(`${seed}/cash`, now, HOUR) * 900),
    bankacc: accounts[0].balance,
    ...levels,
    ...states,
    level: 34,
    level_progress: Math.floor(drift(`${seed}/level`, now, 30 * DAY) * 100),
    exp: 1_142_300,
    skillpoint: 3,
    hunger: 82,
    thirst: '67',
    tuning_tickets: 1,
    jail_time: 0,
    quest_daily: 1,
    quest_row: 17,
    pos: positionText(3122.418, 12838.07, 6.2),
    server_id: 1,
    joined_at: '2021-06-04 20:11:52',
    updated_at: plainDate(before(now, 2 * HOUR)),
    created_at: '2021-06-04 20:11:52',
    last_seen: carbonDate(before(now, 2 * HOUR)),
    avatar: avatar(''),
    avatar_medium: avatar('_medium'),
    avatar_full: avatar('_full'),
    profilename: 'fenja',
    profileurl: 'https://profiles.nordwind.example/fenja',
    play_time: { active: 71_244, total: 98_310 },
    garage: { value: 1_842_300, count: 14 },
    ...belongings(now),
  }
}

const garages = ['garage_car_1', 'ship_4', 'garage_impound', 'rac_car', 'rental_2', 'custom_garage_17', 'unknown']
const letters = 'ABCDEFGHKLMNPRSTUVWXYZ'

function vehiclesOf({ seed }: DemoWorld, now: Date) {
  const random = createRandom(`${seed}/garage`)
  const plate = () =>
    Array.from({ length: 4 }, () => random.pick([...letters])).join('') + String(random.whole(0, 9999)).padStart(4, '0')
  return random
    .shuffled(vehicles)
    .slice(0, 17)
    .map((vehicle, at) => ({
      id: 90_000 + at * 37,
      pid: demoPlayer.steamId,
      side: at % 6 === 5 ? 'EAST' : at % 2 === 0 ? 'CIV' : 'civ',
      classname: vehicle.classname,
      type: vehicle.type,
      plate: plate(),
      active: at % 5 === 0 ? 1 : 0,
      impound: at === 3 ? 1 : 0,
      alarm: random.whole(0, 1),
      insurance: random.whole(0, 1),
      tuning_perm: at === 2 ? 1 : 0,
      disabled: at === 8 ? 1 : 0,
      alive: at === 11 ? 0 : at === 12 ? -1 : 1,
      color: JSON.stringify([random.whole(0, 9), random.whole(0, 9)]),
      inventory: at === 1 ? '"[[[`apple`,`rock_u`],[12,4]],160]"' : '"[[],0]"',
      gear: '"[[[],[]],[[`nw_warning_triangle`,`nw_spare_tire`],[1,2]],[],[]]"',
      fuel: random.next().toFixed(4),
      fuelcargo: vehicle.name.includes('Tank') ? 9400 : -1,
      tuning_color: null,
      tuning_array: '[]',
      hitpoints: JSON.stringify(Array.from({ length: 24 }, () => Number((random.next() * 0.2).toFixed(2)))),
      kilometer: random.whole(0, 4000),
      kilometer_total: random.whole(4000, 90_000),
      lastgarage: random.pick(garages),
      companyid: at === 4 ? 43 : 0,
      companytype: '',
      updated_at: plainDate(before(now, random.whole(1, 200) * HOUR)),
      created_at: plainDate(before(now, random.whole(10, 700) * DAY)),
      vehicle_data: at === 9 ? null : vehicle,
      export_vehicles: at % 3 === 0 ? [vehicle] : [],
    }))
}

/** The three player endpoints. A wrong secret is an error page's 404, or a polite 200 where it is validated. */
export const playerRoute =
  (world: DemoWorld): DemoRoute =>
  (request) => {
    const { now } = request
    const requested_at = Math.floor(now.getTime() / 1000)
    const [asked] = matchGet(request, 'player', 'validate', '*') ?? []
    if (asked !== undefined)
      return asked === demoPlayer.secret
        ? json({ status: 'Success', name: demoPlayer.name, requested_at })
        : json({ status: 'Error', requested_at })
    const [garageOf] = matchGet(request, 'player', '*', 'vehicles') ?? []
    const [secret] = matchGet(request, 'player', '*') ?? []
    if (garageOf === undefined && secret === undefined) return undefined
    if ((garageOf ?? secret) !== demoPlayer.secret) return json({ status: 'Error', requested_at }, 404)
    return garageOf === undefined ? envelope([player(world, request)], now) : envelope(vehiclesOf(world, now), now)
  }

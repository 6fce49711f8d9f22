import type { Player, PlayerCheck } from '../../../src-preload/contract/community/index.ts'
import * as read from './schema-helpers.ts'
import type { Reader, SchemaHelpers } from './schema-helpers.ts'
import { account, building, company, donation, house, phone, phonebook, playerLicence, rental } from './possessions.ts'

export const playerCheck = (): Reader<PlayerCheck> =>
  read.record({ status: read.key, name: read.text }, ({ status, name }) => ({
    valid: status.toLowerCase() === 'success',
    name,
  }))

const playTime = read.record({ active: read.whole, total: read.whole })
const garage = read.record({ value: read.whole, count: read.whole })

const percent = read.lenient((value) => {
  const given = read.wholeOf(value)
  return given === null ? null : Math.max(0, Math.min(100, given))
})

const who = {
  id: read.id,
  name: read.text,
  cash: read.whole,
  bank: read.as('bankacc', read.whole),
}

const levels = {
  cop: read.as('coplevel', read.count),
  medic: read.as('mediclevel', read.count),
  rac: read.as('adaclevel', read.count),
  admin: read.as('adminlevel', read.count),
  donator: read.as('donatorlvl', read.count),
  justice: read.as('justizlevel', read.count),
}

const condition = {
  arrested: read.flag,
  suspended: read.flag,
  chatMuted: read.as('chat_muted', read.flag),
  level: read.whole,
  levelProgress: read.as('level_progress', percent),
  exp: read.whole,
  skillPoints: read.as('skillpoint', read.whole),
  hunger: read.whole,
  thirst: read.whole,
  jailTime: read.as('jail_time', read.whole),
  questDaily: read.as('quest_daily', read.whole),
  questRow: read.as('quest_row', read.whole),
  tuningTickets: read.as('tuning_tickets', read.whole),
  position: read.as('pos', read.position),
  serverId: read.as('server_id', read.whole),
}

const belongings = (helpers: SchemaHelpers) => ({
  donations: helpers.records(donation(helpers)),
  playTime: read.as('play_time', read.maybe(playTime)),
  garage: read.maybe(garage),
  houses: helpers.records(house),
  housesKeyed: read.as('houses_keyed', helpers.records(house)),
  rentals: helpers.records(rental),
  buildings: helpers.records(building),
  buildingsKeyed: read.as('buildings_keyed', helpers.records(building)),
  phones: helpers.records(phone),
  phonebooks: helpers.records(phonebook),
  companies: read.as('company_owned', helpers.records(company)),
  licences: read.as('licenses', helpers.records(playerLicence(helpers))),
  accounts: read.as('bank_main', helpers.records(account)),
  accountsShared: read.as('banks', helpers.records(account)),
})

const times = ({ instant }: SchemaHelpers) => ({
  joinedAt: read.as('joined_at', instant),
  lastSeen: read.as('last_seen', instant),
})

/** The player's own record: who, in what condition, with what belongings. */
export const player = (helpers: SchemaHelpers): Reader<Player> =>
  read.record(
    { ...who, ...levels, ...condition, ...belongings(helpers), ...times(helpers) },
    ({ cop, medic, rac, admin, donator, justice, ...r }) => ({
      ...r,
      levels: { cop, medic, rac, admin, donator, justice },
      playTime: r.playTime ?? { active: null, total: null },
      garage: r.garage ?? { value: null, count: null },
    }),
  )

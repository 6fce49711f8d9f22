import type { Player, PlayerCheck } from '../../../src-preload/contract/community/index.ts'
import {
  as,
  count,
  flag,
  id,
  key,
  lenient,
  type SchemaHelpers,
  maybe,
  position,
  type Reader,
  record,
  text,
  whole,
  wholeOf,
} from './schema-helpers.ts'
import { account, building, company, donation, house, phone, phonebook, playerLicence, rental } from './possessions.ts'

export const playerCheck = (): Reader<PlayerCheck> =>
  record({ status: key, name: text }, ({ status, name }) => ({ valid: status.toLowerCase() === 'success', name }))

const playTime = record({ active: whole, total: whole })
const garage = record({ value: whole, count: whole })

const percent = lenient((value) => {
  const given = wholeOf(value)
  return given === null ? null : Math.max(0, Math.min(100, given))
})

const who = {
  id,
  name: text,
  cash: whole,
  bank: as('bankacc', whole),
}

const levels = {
  cop: as('coplevel', count),
  medic: as('mediclevel', count),
  rac: as('adaclevel', count),
  admin: as('adminlevel', count),
  donator: as('donatorlvl', count),
  justice: as('justizlevel', count),
}

const condition = {
  arrested: flag,
  suspended: flag,
  chatMuted: as('chat_muted', flag),
  level: whole,
  levelProgress: as('level_progress', percent),
  exp: whole,
  skillPoints: as('skillpoint', whole),
  hunger: whole,
  thirst: whole,
  jailTime: as('jail_time', whole),
  questDaily: as('quest_daily', whole),
  questRow: as('quest_row', whole),
  tuningTickets: as('tuning_tickets', whole),
  position: as('pos', position),
  serverId: as('server_id', whole),
}

const belongings = (helpers: SchemaHelpers) => ({
  donations: helpers.records(donation(helpers)),
  playTime: as('play_time', maybe(playTime)),
  garage: maybe(garage),
  houses: helpers.records(house),
  housesKeyed: as('houses_keyed', helpers.records(house)),
  rentals: helpers.records(rental),
  buildings: helpers.records(building),
  buildingsKeyed: as('buildings_keyed', helpers.records(building)),
  phones: helpers.records(phone),
  phonebooks: helpers.records(phonebook),
  companies: as('company_owned', helpers.records(company)),
  licences: as('licenses', helpers.records(playerLicence(helpers))),
  accounts: as('bank_main', helpers.records(account)),
  accountsShared: as('banks', helpers.records(account)),
})

const times = ({ instant }: SchemaHelpers) => ({
  joinedAt: as('joined_at', instant),
  lastSeen: as('last_seen', instant),
})

/** The player's own record: who, in what condition, with what belongings. */
export const player = (helpers: SchemaHelpers): Reader<Player> =>
  record(
    { ...who, ...levels, ...condition, ...belongings(helpers), ...times(helpers) },
    ({ cop, medic, rac, admin, donator, justice, ...r }) => ({
      ...r,
      levels: { cop, medic, rac, admin, donator, justice },
      playTime: r.playTime ?? { active: null, total: null },
      garage: r.garage ?? { value: null, count: null },
    }),
  )

import type { Player, PlayerCheck } from '../../../src-preload/contract/community/index.ts'
import {
  both,
  count,
  flag,
  id,
  key,
  type SchemaHelpers,
  maybe,
  position,
  type Reader,
  record,
  text,
  whole,
} from './schema-helpers.ts'
import { account, building, company, donation, house, phone, phonebook, playerLicence, rental } from './possessions.ts'

export const playerCheck = (): Reader<PlayerCheck> =>
  record({ status: key, name: text }, (r) => ({ valid: r.status.toLowerCase() === 'success', name: r.name }))

const playTime = record({ active: whole, total: whole }, (r) => ({ ...r }))
const garage = record({ value: whole, count: whole }, (r) => ({ ...r }))

const state = {
  arrested: flag,
  suspended: flag,
  chat_muted: flag,
  pos_alive: flag,
  pos_free: flag,
  level: whole,
  level_progress: whole,
  exp: whole,
  skillpoint: whole,
  hunger: whole,
  thirst: whole,
  jail_time: whole,
  quest_daily: whole,
  quest_row: whole,
  tuning_tickets: whole,
  pos: position,
  server_id: whole,
}

const identity = {
  id,
  pid: text,
  guid: text,
  name: text,
  cash: whole,
  bankacc: whole,
  coplevel: count,
  mediclevel: count,
  adaclevel: count,
  adminlevel: count,
  donatorlvl: count,
  justizlevel: count,
  avatar: text,
  avatar_medium: text,
  avatar_full: text,
  profilename: text,
  profileurl: text,
}

const possessions = (helpers: SchemaHelpers) => ({
  donations: helpers.records(donation(helpers)),
  play_time: maybe(playTime),
  garage: maybe(garage),
  houses: helpers.records(house),
  houses_keyed: helpers.records(house),
  rentals: helpers.records(rental),
  buildings: helpers.records(building),
  buildings_keyed: helpers.records(building),
  phones: helpers.records(phone(helpers)),
  phonebooks: helpers.records(phonebook),
  company_owned: helpers.records(company(helpers)),
  licenses: helpers.records(playerLicence(helpers)),
  bank_main: helpers.records(account),
  banks: helpers.records(account),
})

const times = ({ instant }: SchemaHelpers) => ({
  joined_at: instant,
  last_seen: instant,
  updated_at: instant,
  created_at: instant,
})

const who = record({ ...identity }, (r) => ({
  id: r.id,
  steamId: r.pid,
  guid: r.guid,
  name: r.name,
  cash: r.cash,
  bank: r.bankacc,
  levels: {
    cop: r.coplevel,
    medic: r.mediclevel,
    rac: r.adaclevel,
    admin: r.adminlevel,
    donator: r.donatorlvl,
    justice: r.justizlevel,
  },
  avatar: r.avatar,
  avatarMedium: r.avatar_medium || r.avatar,
  avatarFull: r.avatar_full || r.avatar,
  profileName: r.profilename,
  profileUrl: r.profileurl,
}))

const condition = record(state, (r) => ({
  arrested: r.arrested,
  suspended: r.suspended,
  chatMuted: r.chat_muted,
  alive: r.pos_alive,
  free: r.pos_free,
  level: r.level,
  levelProgress: r.level_progress === null ? null : Math.max(0, Math.min(100, r.level_progress)),
  exp: r.exp,
  skillPoints: r.skillpoint,
  hunger: r.hunger,
  thirst: r.thirst,
  jailTime: r.jail_time,
  questDaily: r.quest_daily,
  questRow: r.quest_row,
  tuningTickets: r.tuning_tickets,
  position: r.pos,
  serverId: r.server_id,
}))

const belongings = (helpers: SchemaHelpers) =>
  record({ ...possessions(helpers), ...times(helpers) }, (r) => ({
    joinedAt: r.joined_at,
    lastSeen: r.last_seen,
    updatedAt: r.updated_at,
    createdAt: r.created_at,
    donations: r.donations,
    playTime: r.play_time ?? { active: null, total: null },
    garage: r.garage ?? { value: null, count: null },
    houses: r.houses,
    housesKeyed: r.houses_keyed,
    rentals: r.rentals,
    buildings: r.buildings,
    buildingsKeyed: r.buildings_keyed,
    phones: r.phones,
    phonebooks: r.phonebooks,
    companies: r.company_owned,
    licences: r.licenses,
    accounts: r.bank_main,
    accountsShared: r.banks,
  }))

/** The player's own record: who, in what condition, with what belongings. */
export const player = (helpers: SchemaHelpers): Reader<Player> => both(both(who, condition), belongings(helpers))

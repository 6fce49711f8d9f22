import type { ShopVehicle } from './shops.ts'
import { endpoint, type Instant, type Money, type Position } from './reading.ts'

export interface PlayerCheck {
  valid: boolean
  name: string
}

export interface Donation {
  /** May have cents. */
  amount: number | null
  level: number | null
  /** Days; −1 means for ever. */
  duration: number | null
  active: boolean
  activatedAt: Instant
  validUntil: Instant
  daysLeft: number | null
}

export interface House {
  id: number
  /** Hours paid in advance. */
  paidHours: number | null
  disabled: boolean
  position: Position | null
  /** Names of the players who have a key. */
  players: string[]
}

export interface Rental {
  id: number
  paidHours: number | null
  disabled: boolean
  active: boolean
}

export interface PlayerBuilding {
  id: number
  classname: string
  /** −1: hidden or destroyed. */
  stage: number | null
  paidHours: number | null
  disabled: boolean
  position: Position | null
  players: string[]
}

export interface Phone {
  number: string
  /** `default`, `bought`, or the player's own words. */
  note: string
  disabled: boolean
}

export interface Contact {
  name: string
  number: string
  iban: string
}

export interface Phonebook {
  contacts: Contact[]
}

export interface Account {
  iban: string
  balance: Money | null
  isDefault: boolean
  disabled: boolean
}

export interface Company {
  id: number
  name: string
  description: string
  phone: string
  level: number | null
  nonProfit: boolean
  paidHours: number | null
  state: 'active' | 'deleted' | 'unpaid'
  ibans: string[]
  accounts: Account[]
}

export interface PlayerLicence {
  licence: string
  name: string
  price: Money | null
  illegal: boolean
  side: string
  level: number | null
  createdAt: Instant
}

export interface Player {
  id: number
  name: string
  cash: Money | null
  bank: Money | null
  levels: { cop: number; medic: number; rac: number; admin: number; donator: number; justice: number }
  arrested: boolean
  suspended: boolean
  chatMuted: boolean
  level: number | null
  /** Percent, 0–100. */
  levelProgress: number | null
  exp: number | null
  skillPoints: number | null
  hunger: number | null
  thirst: number | null
  jailTime: number | null
  questDaily: number | null
  questRow: number | null
  tuningTickets: number | null
  position: Position | null
  serverId: number | null
  joinedAt: Instant
  lastSeen: Instant
  donations: Donation[]
  /** Minutes. */
  playTime: { active: number | null; total: number | null }
  garage: { value: Money | null; count: number | null }
  houses: House[]
  housesKeyed: House[]
  rentals: Rental[]
  buildings: PlayerBuilding[]
  buildingsKeyed: PlayerBuilding[]
  phones: Phone[]
  phonebooks: Phonebook[]
  companies: Company[]
  licences: PlayerLicence[]
  accounts: Account[]
  accountsShared: Account[]
}

export interface PlayerVehicle {
  id: number
  side: string
  classname: string
  /** `''` if the service does not name it. */
  name: string
  type: string
  plate: string
  /** True if it is outside the garage. */
  active: boolean
  impounded: boolean
  alarm: boolean
  insured: boolean
  tuningAllowed: boolean
  destroyed: boolean
  state: 'ok' | 'sold' | 'hidden'
  /** Whole percent, 0–100. */
  fuelPercent: number | null
  /** Litres; `null` if it is not a tanker. */
  fuelCargo: number | null
  kilometres: number | null
  kilometresTotal: number | null
  /** A key such as `garage_car_1`. */
  lastGarage: string
  companyId: number | null
  /** Goods in the boot, by their market keys. */
  inventory: { item: string; count: number }[]
  /** Personal gear in the boot, by class name. */
  gear: { item: string; count: number }[]
  updatedAt: Instant
  createdAt: Instant
  vehicle: ShopVehicle | null
  shops: ShopVehicle[]
}

/** Only for main, because they need the player's secret. */
export const playerEndpoints = {
  player: endpoint<Player, { secret: string }>(),
  playerVehicles: endpoint<PlayerVehicle[], { secret: string }>(),
  playerValidate: endpoint<PlayerCheck, { secret: string }>(),
}

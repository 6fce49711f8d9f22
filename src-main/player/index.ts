export { KeptLock, MoneyLock } from './lock.ts'
export { playerHandlers } from './service.ts'
export { bankAccountsOf, upkeepOf } from './record.ts'
export { PlayerService, type Belongings, type PlayerSource } from './service.ts'

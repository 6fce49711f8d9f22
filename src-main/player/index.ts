export { KeptLock, MoneyLock } from './lock.ts'
export { playerHandlers } from './handlers.ts'
export { bankAccountsOf, upkeepOf } from './record.ts'
export { PlayerService, type Belongings, type PlayerSource } from './service.ts'

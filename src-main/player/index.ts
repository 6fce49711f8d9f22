export { KeptLock, MoneyLock } from './lock.ts'
export { keepPlayerName, playerHandlers, PlayerService } from './service.ts'
export { bankAccountsOf, upkeepOf } from './record.ts'

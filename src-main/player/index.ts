export { bankAccountsOf } from './accounts.ts'
export { playerHandlers } from './handlers.ts'
export { upkeepOf } from './upkeep.ts'
export { openPlayer, type Belongings, type PlayerRoom, type PlayerSource, type SecretRest } from './room.ts'

export { bankAccountsOf } from './accounts.ts'
export { playerHandlers } from './handlers.ts'
export { openPlayer, type PlayerRoom, type PlayerSource, type SecretRest } from './room.ts'

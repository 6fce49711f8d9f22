export { vaultHandlers } from './handlers.ts'
export { openSystemKeyring, type After, type Keyring } from './keyring.ts'
export { Vault } from './vault.ts'

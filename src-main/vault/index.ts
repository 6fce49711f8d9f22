export { openSystemKeyring, type Keyring } from './keyring.ts'
export { Vault, vaultHandlers } from './vault.ts'

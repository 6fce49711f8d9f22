export { vaultHandlers } from './handlers.ts'
export { openSystemKeyring, type After, type Keyring } from './keyring.ts'
export { openVault, type Vault } from './vault.ts'

export { vaultHandlers } from './handlers.ts'
export { openSystemKeyring, type Keyring } from './keyring.ts'
export { openVault, type After, type Vault } from './vault.ts'

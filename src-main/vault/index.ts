export { openSystemKeyring, type Keyring } from './keyring.ts'
export { type SecretRest, Vault, vaultHandlers } from './vault.ts'

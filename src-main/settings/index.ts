export { settingsHandlers } from './handlers.ts'
export {
  CommunityProfile,
  hostsOf,
  invalidProfile,
  MOST_PROFILE_BYTES,
  parseProfile,
  profileView,
  readProfile,
} from './profile.ts'
export { GameRecipe, type VoiceRecipe } from './recipes.ts'
export { isLoopback, SafeAddress } from './safe-address.ts'
export { DEMO_ID, openRegistry, profileByHand, type Registry } from './registry.ts'
export { keepDamagedFile, openSettings, type SettingsFile, type SettingsStore } from './store.ts'

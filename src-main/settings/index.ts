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
export { isLoopback, SafeAddress } from './fields.ts'
export { DEMO_ID, openRegistry, profileByHand, type Registry } from './registry.ts'
export { keepDamagedFile, openSettings, settingsHandlers, type SettingsFile, type SettingsStore } from './store.ts'

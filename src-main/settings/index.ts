export { settingsHandlers } from './handlers.ts'
export { CommunityProfile, profileView, readProfile, SafeAddress } from './profile.ts'
export { keepDamagedFile, openSettings, type SettingsFile, type SettingsStore } from './store.ts'

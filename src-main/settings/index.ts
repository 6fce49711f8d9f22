export {
  CommunityProfile,
  hostsOf,
  invalidProfile,
  MOST_PROFILE_BYTES,
  type GivenProfile,
  parseGivenProfile,
  parseProfile,
  faultsOfProfile,
  profileView,
  DEMO_ID,
  readGivenProfile,
  readProfile,
  readProfileJson,
  sourcesOf,
} from './profile.ts'
export { profileFields, profileOfFields, unknownFields } from './profile-fields.ts'
export { mayUseRecipe } from './own-recipe.ts'
export { type Pattern, readPattern } from './pattern.ts'
export { CLIENT_PAGE, GameRecipe, type PluginPackage, recipeOf, VoiceRecipe } from './recipes.ts'
export { isLoopback, LocalAddress } from './fields.ts'
export { openRegistry, profileByHand, type Registry } from './registry.ts'
export { type CommunitySettings, openSettings, settingsHandlers, settingsOf, type SettingsStore } from './store.ts'

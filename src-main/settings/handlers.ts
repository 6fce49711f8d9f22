import type { DomainHandlers } from '../../src-preload/contract/kit.ts'
import type { ProfileView, settingsContract } from '../../src-preload/contract/settings.ts'
import type { SettingsStore } from './store.ts'

/** The settings domain for the bridge. */
export const settingsHandlers = (
  store: SettingsStore,
  profile: ProfileView,
): DomainHandlers<typeof settingsContract> => ({
  state: (announce) => {
    announce(store.view)
    return store.onChange(announce)
  },
  profile: (announce) => {
    announce(profile)
    return () => undefined
  },
  change: (change) => store.change(change),
  dismissNotices: () => store.dismissNotices(),
})

import * as v from 'valibot'
import { type PageStart, PlayerSettings } from '../../../src-preload/contract/settings.ts'

/** What the document of a first start brings along. */
export const firstStart = (): PageStart => ({
  settings: { settings: v.parse(PlayerSettings, {}), notices: [] },
  profile: { id: 'demo', name: 'Demo', demo: true, local: true, discord: false, currency: '$', images: {} },
  ownLinks: true,
})

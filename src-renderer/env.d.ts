import type { Exposed } from '../src-preload/contract/wire.ts'

declare global {
  interface Window {
    readonly loadout: Exposed
  }
}

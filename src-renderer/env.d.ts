import type { Exposed } from '../src-preload/contract/wire.ts'

declare global {
  interface Window {
    readonly loadout: Exposed
  }
}

declare module 'svelte/elements' {
  interface HTMLAttributes<T> {
    /** The moment of its paint is kept by the browser under this name, for the bench. */
    elementtiming?: T extends EventTarget ? string : never
  }
}

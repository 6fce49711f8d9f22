import type { Exposed } from '../src-preload/contract/wire.ts'

declare global {
  interface Window {
    readonly loadout: Exposed
  }
}

declare module 'svelte/elements' {
  interface HTMLAttributes<T> {
    /** The browser keeps the time of its paint under this name, for the benchmark. */
    elementtiming?: T extends EventTarget ? string : never
  }
}

import Download from '@lucide/svelte/icons/download'
import Wrench from '@lucide/svelte/icons/wrench'

/** What a server's mod needs before the player can join. */
export interface Need {
  kind: 'install' | 'update' | 'repair'
  /** The cost in words. */
  price: string
  /** Undefined while the mod is busy. */
  begin: (() => void) | undefined
  /** Shows what it would do. */
  details: () => void
}

export const nextIcons = { install: Download, update: Download, repair: Wrench }

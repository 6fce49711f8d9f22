import Download from '@lucide/svelte/icons/download'
import Wrench from '@lucide/svelte/icons/wrench'

/** What a server's mod needs before the server can be joined. */
export interface Need {
  kind: 'install' | 'update' | 'repair'
  /** What it takes, in words. */
  price: string
  /** Absent while the mod is busy. */
  begin: (() => void) | undefined
  /** Shows what it would do. */
  details: () => void
}

export const nextIcons = { install: Download, update: Download, repair: Wrench }

import type { Tone } from './ui/icon.ts'

/** A mod's state, as every screen names it. */
export type Standing =
  | 'no-files'
  | 'no-folder'
  | 'working'
  | 'paused'
  | 'stopped'
  | 'unknown'
  | 'not-trusted'
  | 'not-installed'
  | 'update'
  | 'damaged'
  | 'stale'
  | 'ready'

/** How each state looks, on every screen. */
export const standingTones: Partial<Record<Standing, Tone>> = {
  working: 'info',
  stopped: 'warn',
  'not-trusted': 'warn',
  'no-folder': 'bad',
  'not-installed': 'info',
  update: 'warn',
  ready: 'ok',
  stale: 'warn',
  damaged: 'bad',
}

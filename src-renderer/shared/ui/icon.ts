import type { LucideProps } from '@lucide/svelte'
import Check from '@lucide/svelte/icons/circle-check'
import Download from '@lucide/svelte/icons/download'
import Info from '@lucide/svelte/icons/info'
import Bad from '@lucide/svelte/icons/octagon-x'
import Warn from '@lucide/svelte/icons/triangle-alert'
import Wrench from '@lucide/svelte/icons/wrench'
import type { Component } from 'svelte'
import type { RepairWork } from '../../../src-preload/contract/repair.ts'

/** An icon component: `import Play from '@lucide/svelte/icons/play'`. Import only single icons, because the index is large. */
export type Icon = Component<LucideProps>

/** The meaning of a colour. Always use it together with an icon or a word. */
export type Tone = StateTone | 'neutral'
export type StateTone = 'ok' | 'warn' | 'bad' | 'info'

/** The icon with the same meaning as the colour. */
export const toneIcons: Record<StateTone, Icon> = { ok: Check, warn: Warn, bad: Bad, info: Info }

/** The icon of the button that installs, updates or repairs a mod. */
export const workIcons: Record<RepairWork, Icon> = { install: Download, update: Download, repair: Wrench }

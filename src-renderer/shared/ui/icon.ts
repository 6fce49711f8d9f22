import type { LucideProps } from '@lucide/svelte'
import type { Component } from 'svelte'

/** An icon component: `import Play from '@lucide/svelte/icons/play'`. Deep imports only, the index is heavy. */
export type Icon = Component<LucideProps>

/** What a colour says; always together with an icon or a word. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'neutral'

import type { Component } from 'svelte'
import type { SVGAttributes } from 'svelte/elements'

/** An icon component: `import Play from '@lucide/svelte/icons/play'`. Deep imports only, the index is heavy. */
export type Icon = Component<SVGAttributes<SVGSVGElement> & { size?: number | string; strokeWidth?: number | string }>

/** What a colour says; always together with an icon or a word. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'neutral'

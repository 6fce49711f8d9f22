export { default as Chart } from './Chart.svelte'
export type { Series } from './series.ts'
export { default as Sparkline } from './Sparkline.svelte'

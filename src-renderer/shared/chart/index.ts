export { default as Chart } from './Chart.svelte'
export { within, type Range, type Series } from './series.ts'
export { default as Sparkline } from './Sparkline.svelte'

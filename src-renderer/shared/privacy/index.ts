export { default as Private } from './Private.svelte'
export { streamer } from './streamer.svelte.ts'

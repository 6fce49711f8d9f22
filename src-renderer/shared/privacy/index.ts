export { default as Private } from './Private.svelte'
export { mask } from './mask.ts'
export { lastName, shownFacts, shownPath } from './paths.ts'
export { streamer } from './streamer.svelte.ts'

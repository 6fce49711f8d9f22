export { default as PrivateField } from './PrivateField.svelte'
export { default as Private } from './Private.svelte'
export { hinted, lastName, mask, shownFacts, shownPath, streamer } from './streamer.svelte.ts'

export { draftOf } from './draft.svelte.ts'
export { default as ProfileFields } from './ProfileFields.svelte'
export { default as ProfileLink } from './ProfileLink.svelte'
export { default as TriedAddresses } from './TriedAddresses.svelte'

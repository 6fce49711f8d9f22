import { RememberedSet } from '../remembered.svelte.ts'

/** Names of the lists that this player looks at as pictures. One for the page. */
export const asPictures = new RememberedSet('lists.as-pictures')

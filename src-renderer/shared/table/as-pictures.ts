import { RememberedSet } from '../remembered.svelte.ts'

/** The names of lists that the player views as pictures. The page's only instance. */
export const asPictures = new RememberedSet('lists.as-pictures')

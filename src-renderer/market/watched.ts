import { RememberedSet } from '#shared/remembered.svelte.ts'

/** Keys of the goods that this player watches. One for the page. */
export const watched = new RememberedSet('market.watched')

import { RememberedSet } from '#shared/remembered.svelte.ts'

/** Keys of the goods that this player watches. The page's only instance. */
export const watched = new RememberedSet('market.watched')

/** How many favourite servers the player may keep, and how many friends, price alerts or pins of a community. */
export const MOST_KEPT = 500

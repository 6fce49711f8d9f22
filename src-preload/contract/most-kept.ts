/** How many friends, price alerts or pins the player may keep of a community. */
export const MOST_KEPT = 200

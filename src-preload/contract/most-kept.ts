/** Limit of the player's favourite servers, and of friends, price alerts or pins per community. */
export const MOST_KEPT = 500

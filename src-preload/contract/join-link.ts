/** The link that asks whoever opens it whether to join a server of their community. */
export const joinLink = (serverId: number): string => `loadout://join/${serverId}`

/** A link to a server of the community. The app asks before it joins. */
export const joinLink = (serverId: number): string => `loadout://join/${serverId}`

/**
 * True for a path of another computer or of a device (`\\host\share`, `//host/share`, `\\?\…`). To look at one is to speak to that computer, on Windows
 * with the player's sign-in: only the player, in the system's own dialog, may choose it; no text that the page sends.
 */
export const isNetworkPath = (path: string): boolean => /^[\\/]{2}/.test(path)

/** A name without the mark of a player who is in the lobby. */
export const withoutLobby = (name: string): string => name.replace(/\(Lobby\)\s*$/i, '').trimEnd()

/** A name without gang tags and the mark of the lobby, so that friends are recognised in any gang. */
export const bareName = (name: string): string =>
  withoutLobby(name)
    .replace(/^(\[[^\]]*\]\s*)+/, '')
    .trim()

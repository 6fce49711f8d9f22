/** A name without gang tags and the mark of the lobby, so that friends are recognised in any gang. */
export const bareName = (name: string): string =>
  name
    .replace(/\(Lobby\)\s*$/i, '')
    .replace(/^(\[[^\]]*\]\s*)+/, '')
    .trim()

/** A name without gang tags and the lobby's mark, so that a friend stays one who changes gangs. */
export const bareName = (name: string): string =>
  name
    .replace(/\(Lobby\)\s*$/i, '')
    .replace(/^(\[[^\]]*\]\s*)+/, '')
    .trim()

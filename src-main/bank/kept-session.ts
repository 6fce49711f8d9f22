/** What rests in the keychain of a session with the bank. */
export interface KeptSession {
  /** Whose it is. */
  player: string
  /** The cookies, as their jar saves them. */
  jar: string
  /** A form token that the player pasted. */
  token?: string
}

/** As the keychain takes it. */
export const keptText = (kept: KeptSession): string => JSON.stringify(kept)

/** Reads what the keychain gave; nothing where that is no session. */
export function parseKept(saved: string): KeptSession | undefined {
  try {
    const { player, jar, token } = JSON.parse(saved) as Record<keyof KeptSession, unknown>
    if (typeof player !== 'string' || typeof jar !== 'string') return undefined
    return { player, jar, token: typeof token === 'string' ? token : undefined }
  } catch {
    return undefined
  }
}

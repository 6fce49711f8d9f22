/** Replaces all secrets in a text. */
export interface Redactor {
  /** Registers a secret value, which `redact` then replaces, also in its URL-encoded form. */
  add(secret: string): void
  remove(secret: string): void
  redact(text: string): string
}

/** Patterns of secrets: the player secret in a path, cookies, form tokens, passwords on a command line. */
const shapes: [RegExp, string][] = [
  [/(\/v1\/player\/(?:validate\/|full\/)?)[^/?#\s"']+/gi, '$1•••'],
  [/((?:XSRF-TOKEN|_session)=)[^;\s"']+/gi, '$1•••'],
  [/(-password=)[^\s"']+/gi, '$1•••'],
  [/((?:_token|password|secret)["']?\s*[=:]\s*["']?)[^&\s"',}]+/gi, '$1•••'],
]

/** Shorter values may be part of ordinary words. */
const LEAST_LENGTH = 4

export function createRedactor(known: Iterable<string> = []): Redactor {
  const secrets = new Set<string>()
  const add = (secret: string) => {
    if (secret.length < LEAST_LENGTH) return
    secrets.add(secret)
    secrets.add(encodeURIComponent(secret))
  }
  for (const secret of known) add(secret)
  return {
    add,
    remove(secret) {
      secrets.delete(secret)
      secrets.delete(encodeURIComponent(secret))
    },
    redact(text) {
      let clean = text
      for (const secret of secrets) clean = clean.replaceAll(secret, '•••')
      for (const [shape, to] of shapes) clean = clean.replace(shape, to)
      return clean
    },
  }
}

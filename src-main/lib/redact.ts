/** Patterns of secrets: the player secret in a path, cookies, form tokens, passwords on a command line. */
const shapes: [RegExp, string][] = [
  [/(\/v1\/player\/(?:validate\/|full\/)?)[^/?#\s"']+/gi, '$1•••'],
  [/((?:XSRF-TOKEN|_session)=)[^;\s"']+/gi, '$1•••'],
  [/(-password=)[^\s"']+/gi, '$1•••'],
  [/((?:_token|password|secret)["']?\s*[=:]\s*["']?)[^&\s"',}]+/gi, '$1•••'],
]

/** Shorter values may be part of ordinary words. */
const LEAST_LENGTH = 4

/** Makes the object that replaces all secrets in a text. */
export function createRedactor(known: Iterable<string> = []) {
  const secrets = new Set<string>()
  const add = (secret: string): void => {
    if (secret.length < LEAST_LENGTH) return
    secrets.add(secret)
    secrets.add(encodeURIComponent(secret))
  }
  for (const secret of known) add(secret)
  return {
    /** Registers a secret value, which `redact` then replaces, also in its URL-encoded form. */
    add,
    remove(secret: string): void {
      secrets.delete(secret)
      secrets.delete(encodeURIComponent(secret))
    },
    redact(text: string): string {
      let clean = text
      const longestFirst = [...secrets].sort((a, b) => b.length - a.length) // one may begin with another
      for (const secret of longestFirst) clean = clean.replaceAll(secret, '•••')
      for (const [shape, to] of shapes) clean = clean.replace(shape, to)
      return clean
    },
  }
}

export type Redactor = ReturnType<typeof createRedactor>

/** Values of one kind that the log hides. Older ones are no longer valid. */
const HIDDEN_VALUES = 60

/** Makes the function that hides values of one kind, such as cookies that change with every answer, and forgets those that were named longest ago. */
export function hidingLast(redactor: Redactor): (secret: string) => void {
  const hidden = new Set<string>() // in the order in which they were last named
  return (secret) => {
    hidden.delete(secret)
    hidden.add(secret)
    redactor.add(secret)
    const [oldest = ''] = hidden
    if (hidden.size > HIDDEN_VALUES && hidden.delete(oldest)) redactor.remove(oldest)
  }
}

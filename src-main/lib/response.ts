/** `Retry-After` (seconds or a date) in ms from now; `undefined` where it says neither. */
export function retryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000
  const at = /^\s*[a-z]/i.test(value) ? Date.parse(value) : NaN // without a weekday it is no date of HTTP
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}

/** Reads a whole body of at most `most` bytes into memory of its own, which may be transferred to a thread; undefined where it has more. */
export async function readUpTo(most: number, body: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > most) return undefined
    parts.push(part)
  }
  const whole = Buffer.allocUnsafeSlow(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

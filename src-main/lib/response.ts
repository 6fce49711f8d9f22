/**
 * `Retry-After` (seconds or a date) in ms; `undefined` if it is neither. A date counts from the answer's own `date`, because this
 * computer's clock may be wrong.
 */
export function retryAfter(value: string | undefined, date: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000
  const at = /^\s*[a-z]/i.test(value) ? Date.parse(value) : NaN // an HTTP date begins with a weekday
  const sent = Date.parse(date ?? '')
  return Number.isNaN(at) ? undefined : Math.max(0, at - (Number.isNaN(sent) ? now.getTime() : sent))
}

/** Reads a whole body into its own buffer, which may be transferred to a thread. Undefined if the body has more than `most` bytes. */
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

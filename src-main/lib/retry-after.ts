/** `Retry-After` (seconds or a date) in ms from now; `undefined` where it says neither. */
export function retryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1000
  const at = /^\s*[a-z]/i.test(value) ? Date.parse(value) : NaN // without a weekday it is no date of HTTP
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}

import type { CrashCause, CrashFinding } from '../../../src-preload/contract/diagnostics.ts'
import { crashSigns } from './crash-causes.ts'

/** A line longer than this is no message. */
const LONGEST_LINE = 2_000
const SHOWN = 200

/**
 * Finds the known causes in a log's text, likeliest first, each once with the line that tells it last: what stands at
 * the end of a log is what happened before it ended. `redact` cleans what is shown.
 */
export function findCauses(text: string, redact: (line: string) => string): CrashFinding[] {
  const found = new Map<CrashCause, CrashFinding>()
  for (const line of text.split(/\r?\n/)) {
    if (line.length > LONGEST_LINE) continue
    for (const { cause, pattern } of crashSigns) {
      const match = pattern.exec(line)
      if (!match) continue
      const shown = (part: string) => redact(part.trim()).slice(0, SHOWN)
      found.set(cause, { cause, line: shown(line), detail: shown(match[1] ?? '') })
      break
    }
  }
  const rank = (cause: CrashCause) => crashSigns.findIndex((sign) => sign.cause === cause)
  return [...found.values()].sort((a, b) => rank(a.cause) - rank(b.cause))
}

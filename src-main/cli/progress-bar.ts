import type { CheckProgress } from '../../src-preload/contract/mods.ts'
import type { RepairProgress } from '../../src-preload/contract/repair.ts'
import { progressFacts, shareDone } from '../../src-preload/contract/progress.ts'
import { escapeHidden, steadyNow } from '../lib/index.ts'
import { causeText } from './repair-text.ts'
import { type Terminal, withBlanks } from './terminal.ts'

const BAR = 24

/** Progress of a check or a repair. `retrying`: it waits for the next try. */
export interface ShownProgress extends CheckProgress {
  retrying?: RepairProgress['retrying']
}

function factsOf(progress: ShownProgress): string {
  const { retrying } = progress
  const facts = progressFacts(progress, 'en', (time) => `${time} left`).map(withBlanks)
  // no bar, so that the cause fits into the line
  if (retrying)
    return [causeText(retrying.cause), `next try in ${retrying.inSeconds} s`, ...facts.slice(0, 1)].join(', ')
  const share = shareDone(progress) ?? 1
  const full = Math.round(Math.min(1, share) * BAR)
  const bar = '█'.repeat(full) + '░'.repeat(BAR - full)
  return `${bar} ${Math.floor(share * 100)} % ${facts.join(', ')}`
}

/** One line of progress, narrower than `columns`. */
export function progressLine(progress: ShownProgress, columns = Infinity): string {
  const { currentFile } = progress
  const line = `${factsOf(progress)} ${currentFile ? escapeHidden(currentFile) : ''}`
  return [...line].slice(0, columns - 1).join('')
}

/** Interval of the lines in a log. */
const EVERY_MS = 10_000

/** Draws progress on a terminal. Anything else gets a line every ten seconds. */
export function openProgressBar(
  { stderr }: Pick<Terminal, 'stderr'>,
  now = steadyNow,
): { show(progress: ShownProgress): void; clear(): void } {
  if (!stderr.isTTY) {
    let writtenAt = now()
    const show = (progress: ShownProgress) => {
      if (now() - writtenAt < EVERY_MS) return
      writtenAt = now()
      stderr.write(`${progressLine(progress)}\n`)
    }
    return { show, clear: () => undefined }
  }
  return {
    show: (progress) => stderr.write(`\r\u001b[2K${progressLine(progress, stderr.columns ?? 80)}`),
    clear: () => stderr.write('\r\u001b[2K'),
  }
}

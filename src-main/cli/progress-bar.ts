import type { CheckProgress } from '../../src-preload/contract/mods.ts'
import { steadyNow } from '../lib/index.ts'
import { printable, sizeText, type Terminal } from './terminal.ts'

const BAR = 24
const LOG_COLUMNS = 120

function timeText(seconds: number): string {
  const rounded = Math.round(seconds)
  return rounded < 60 ? `${rounded} s` : `${Math.floor(rounded / 60)} min ${rounded % 60} s`
}

/** One line of progress, no wider than `columns`. */
function progressLine(progress: CheckProgress, columns: number): string {
  const { bytesDone, bytesTotal, bytesPerSecond, filesDone, filesTotal, currentFile } = progress
  const share = bytesTotal > 0 ? bytesDone / bytesTotal : filesTotal > 0 ? filesDone / filesTotal : 1
  const full = Math.round(Math.min(1, share) * BAR)
  const left = bytesPerSecond > 0 ? `, ${timeText((bytesTotal - bytesDone) / bytesPerSecond)} left` : ''
  const bar = '█'.repeat(full) + '░'.repeat(BAR - full)
  const facts = `${sizeText(bytesDone)} of ${sizeText(bytesTotal)}, ${sizeText(bytesPerSecond)}/s${left}`
  const line = `${bar} ${Math.floor(share * 100)} % ${facts} ${currentFile ? printable(currentFile) : ''}`
  return [...line].slice(0, columns - 1).join('')
}

/** How often a log hears of progress. */
const EVERY_MS = 10_000

/** Draws progress on a terminal; anything else gets a line every ten seconds. */
export function openProgressBar(
  { stderr }: Pick<Terminal, 'stderr'>,
  now = steadyNow,
): { show(progress: CheckProgress): void; clear(): void } {
  if (!stderr.isTTY) {
    let told = now()
    const show = (progress: CheckProgress) => {
      if (now() - told < EVERY_MS) return
      told = now()
      stderr.write(`${progressLine(progress, LOG_COLUMNS)}\n`)
    }
    return { show, clear: () => undefined }
  }
  return {
    show: (progress) => stderr.write(`\r\u001b[2K${progressLine(progress, stderr.columns ?? 80)}`),
    clear: () => stderr.write('\r\u001b[2K'),
  }
}

import type { RepairProgress, RepairState } from '../../../src-preload/contract/repair.ts'
import type { Format } from '#shared/format/index.ts'
import type { Translate } from '#shared/i18n/index.ts'

export const isAtWork = ({ phase }: RepairState): boolean =>
  phase === 'fetching' || phase === 'paused' || phase === 'checking'

/** How much of a repair is done, from 0 to 1: by bytes, or by files where it fetches none. */
export const shareDone = ({ bytes, bytesDone, files, filesDone }: RepairProgress): number =>
  bytes > 0 ? bytesDone / bytes : filesDone / Math.max(1, files)

/** How far a repair is, in words: bytes, and while it fetches its speed and the time left. */
export function progressFacts({ phase, progress }: RepairState, t: Translate, format: Format): string[] {
  const { bytes, bytesDone, bytesPerSecond, secondsLeft, retrying } = progress
  const isFetching = phase === 'fetching'
  return [
    `${format.bytes(bytesDone)} / ${format.bytes(bytes)}`,
    isFetching && bytesPerSecond > 0 ? format.rate(bytesPerSecond) : '',
    isFetching && secondsLeft !== null && !retrying
      ? t('mods.left', { time: format.duration(secondsLeft * 1000) })
      : '',
  ].filter(Boolean)
}

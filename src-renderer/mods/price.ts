import type { Format } from '#shared/format/index.ts'
import type { Translate } from '#shared/i18n/index.ts'
import type { Offer } from './standing.ts'

/** The cost of an offer in words: number of files if given, bytes and time. `timeFor`: ms for a number of bytes, undefined if unknown. */
export function priceOf(
  { kind, files, bytes }: Omit<Offer, 'files'> & { files: number | undefined },
  t: Translate,
  format: Pick<Format, 'bytes' | 'duration'>,
  timeFor: (bytes: number) => number | undefined,
): string {
  if (kind === 'update' && bytes === 0) return t(files === 0 ? 'mods.update-free' : 'mods.update-here')
  const time = bytes > 0 ? timeFor(bytes) : undefined
  return [
    files === undefined ? '' : t('mods.files', { count: files }),
    bytes > 0 ? format.bytes(bytes) : '',
    time === undefined || time < 1000 ? '' : t('repair.time', { time: format.duration(time) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

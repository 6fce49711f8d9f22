import * as v from 'valibot'
import { noticeClasses } from '../../../src-preload/contract/settings.ts'
import { screens } from '../../../src-preload/contract/shell.ts'
import { jsonFile, type Log } from '../../lib/index.ts'
import type { Notice } from './notice.ts'

/** The notices that wait to be told, over restarts. */
export interface Held {
  read(): Notice[]
  write(notices: readonly Notice[]): void
}

const Stored = v.array(
  v.object({
    class: v.picklist(noticeClasses),
    key: v.string(),
    name: v.string(),
    facts: v.exactOptional(v.record(v.string(), v.union([v.string(), v.number()]))),
    isPrivate: v.exactOptional(v.boolean()),
    isBare: v.exactOptional(v.boolean()),
    place: v.object({ screen: v.picklist(screens), id: v.exactOptional(v.string()) }),
  }),
)

/** What of a notice may stand in a file. */
function kept(notice: Notice): Notice {
  if (!notice.isPrivate) return notice
  const { class: what, key, place } = notice
  return { class: what, key, name: '', isPrivate: true, isBare: true, place: { screen: place.screen } }
}

/**
 * Keeps waiting notices at `path`: what happened in the quiet hours is told in the morning, also when the computer was off in
 * between. Of a private one only its class and key are kept, so that it is told without its content: names and money stand in no
 * file for this.
 */
export function openHeld(path: string, log: Log['error']): Held {
  const file = jsonFile(path, Stored, log)
  return {
    read: () => file.readNow() ?? [],
    write: (notices) => file.keepNow(notices.map(kept)), // a disk that refuses costs notices that wait at the end of a run
  }
}

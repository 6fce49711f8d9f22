import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { noticeClasses } from '../../../src-preload/contract/settings.ts'
import { screens } from '../../../src-preload/contract/shell.ts'
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
    place: v.object({ screen: v.picklist(screens), id: v.exactOptional(v.string()) }),
  }),
)

/**
 * Keeps waiting notices at `path`: what happened in the quiet hours is told in the morning, also when the computer was off in
 * between. Private ones last until the end of the run: names and money stand in no file for this.
 */
export function openHeld(path: string): Held {
  return {
    read() {
      try {
        return v.parse(Stored, JSON.parse(readFileSync(path, 'utf8')))
      } catch {
        return [] // absent or damaged
      }
    },
    write(notices) {
      try {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(`${path}.tmp`, JSON.stringify(notices.filter(({ isPrivate }) => !isPrivate)))
        renameSync(`${path}.tmp`, path)
      } catch {
        // a disk that refuses costs notices that wait at the end of a run
      }
    },
  }
}

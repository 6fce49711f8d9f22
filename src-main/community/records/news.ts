import type { Changelog, ChangeLine, ChangeMark, Notification } from '../../../src-preload/contract/community/index.ts'
import * as read from './schema-helpers.ts'
import type { Reader, SchemaHelpers } from './schema-helpers.ts'

const marks: [ChangeMark, RegExp][] = [
  ['added', /^\s*(?:hinzugefügt|neu|added|new)\s*:\s*/i],
  ['changed', /^\s*(?:bearbeitet|geändert|changed|edited)\s*:\s*/i],
  ['fixed', /^\s*(?:behoben|gefixt|fixed)\s*:\s*/i],
  ['removed', /^\s*(?:entfernt|gelöscht|removed)\s*:\s*/i],
]

function changeLine(line: string): ChangeLine {
  for (const [mark, word] of marks) if (word.test(line)) return { mark, text: line.replace(word, '') }
  return { mark: 'other', text: line.trim() }
}

const lines = read.lenient((value) =>
  (typeof value === 'string' ? value.split('\n') : read.itemsOf(value))
    .filter((line): line is string => typeof line === 'string' && line.trim() !== '')
    .map(changeLine),
)

export const notification = (): Reader<Notification> =>
  read.record({ Notification: read.requiredText, Active: read.flag, UseNotification: read.flag }, (r) => ({
    html: r.Notification,
    active: (r.Active || r.UseNotification) && r.Notification.trim() !== '',
  }))

export const changelog = ({ instant }: SchemaHelpers): Reader<Changelog> =>
  read.record({
    id: read.id,
    version: read.text,
    mission: read.as('change_mission', lines),
    map: read.as('change_map', lines),
    mod: read.as('change_mod', lines),
    note: read.text,
    active: read.flag,
    size: read.maybeText,
    releaseAt: read.as('release_at', instant),
    createdAt: read.as('created_at', instant),
    updatedAt: read.as('updated_at', instant),
  })

import type { Changelog, ChangeLine, ChangeMark, Notification } from '../../../src-preload/contract/community/index.ts'
import {
  as,
  flag,
  id,
  itemsOf,
  type SchemaHelpers,
  lenient,
  maybeText,
  type Reader,
  record,
  requiredText,
  text,
} from './schema-helpers.ts'

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

const lines = lenient((value) =>
  (typeof value === 'string' ? value.split('\n') : itemsOf(value))
    .filter((line): line is string => typeof line === 'string' && line.trim() !== '')
    .map(changeLine),
)

export const notification = (): Reader<Notification> =>
  record({ Notification: requiredText, Active: flag, UseNotification: flag }, (r) => ({
    html: r.Notification,
    active: (r.Active || r.UseNotification) && r.Notification.trim() !== '',
  }))

export const changelog = ({ instant }: SchemaHelpers): Reader<Changelog> =>
  record({
    id,
    version: text,
    mission: as('change_mission', lines),
    map: as('change_map', lines),
    mod: as('change_mod', lines),
    note: text,
    active: flag,
    size: maybeText,
    releaseAt: as('release_at', instant),
    createdAt: as('created_at', instant),
    updatedAt: as('updated_at', instant),
  })

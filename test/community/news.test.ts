import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { changelog, notification } from '../../src-main/community/records/news.ts'
import { createSchemaHelpers, type Reader, type SchemaHelpers } from '../../src-main/community/records/index.ts'

const read = <T>(reader: (helpers: SchemaHelpers) => Reader<T>, value: unknown): T =>
  v.parse(reader(createSchemaHelpers('UTC')), value)
const day = '2026-05-01 12:00:00'

describe('news', () => {
  it('are active where one of two marks says so, and something is said', () => {
    const marks = [
      [1, 0, 'hello'],
      [0, 1, 'hello'],
      [0, 0, 'hello'],
      [1, 1, ' '],
    ].map(([Active, UseNotification, Notification]) => ({ Active, UseNotification, Notification }))
    expect(marks.map((mark) => read(notification, mark).active)).toEqual([true, true, false, false])
    expect(read(notification, marks[0])).toEqual({ html: 'hello', active: true })
  })

  it('tell what changed by the word before it', () => {
    const change_mod = 'Added: a\n  neu : b\n \nbearbeitet:c\nFixed: d\nremoved: e\n  other: f '
    const raw = { id: 1, version: '1', change_mod, change_map: ['gelöscht: x', 7], change_mission: 'new: y' }
    const dates = { release_at: day, created_at: '2026-05-02', updated_at: '2026-05-03' }
    const { mod: lines, map, mission, releaseAt, createdAt, updatedAt } = read(changelog, { ...raw, ...dates })
    expect(lines.map(({ mark, text }) => `${mark} ${text}`)).toEqual([
      ...['added a', 'added b', 'changed c', 'fixed d', 'removed e', 'other other: f'],
    ])
    expect([map, mission]).toEqual([[{ mark: 'removed', text: 'x' }], [{ mark: 'added', text: 'y' }]])
    expect([releaseAt, createdAt, updatedAt].map((at) => at?.slice(0, 10))).toEqual([
      ...['2026-05-01', '2026-05-02', '2026-05-03'],
    ])
    expect(read(changelog, { id: 1, change_mission: null }).mission).toEqual([])
  })
})

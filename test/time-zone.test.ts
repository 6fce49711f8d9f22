import { afterEach, expect, it } from 'vitest'
import * as f from '../src-renderer/shared/format/format.ts'

const zone = process.env.TZ
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

it('the page writes times in the time zone that the system has now', () => {
  const at = Date.UTC(2026, 0, 31, 23, 30)
  const written = () =>
    [
      f.formatDateTime('en', at),
      f.formatTime('de', at),
      f.formatDate('de', at),
      f.formatTick('en', at, 'date'),
      f.formatTimeOrDate('de', at, new Date(at)),
    ].map((text) => text.replaceAll(/[\u00a0\u202f]/g, ' '))
  process.env.TZ = 'Europe/Berlin'
  expect(written()).toEqual(['Feb 1, 2026, 12:30 AM', '00:30', '01.02.2026', 'Feb 1', '00:30'])
  process.env.TZ = 'America/New_York'
  expect(written()).toEqual(['Jan 31, 2026, 6:30 PM', '18:30', '31.01.2026', 'Jan 31', '18:30'])
})

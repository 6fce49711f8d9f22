import changelogs from '../../../resources/demo/changelogs.json' with { type: 'json' }
import { type DemoRoute, envelope, json, matchGet } from '../route.ts'
import { before, DAY, plainDate } from '../wire.ts'

/** The day's end an update goes live: 18:00, some days ago. */
const releasedAt = (now: Date, days: number): Date => {
  const at = before(now, days * DAY)
  at.setUTCHours(17, 0, 0, 0)
  return at
}

/** The launcher notification (with HTML, and no `data`) and the changelogs, newest first. */
export const newsRoute: DemoRoute = (request) => {
  const { now } = request
  if (matchGet(request, 'notification'))
    return json({
      Notification:
        '<b>Winterfest am Samstag, 20 Uhr</b><br>Treffpunkt ist der Marktplatz in <i>Kleinhafen</i>. Der Pannendienst schleppt kostenlos.',
      Active: true,
      requested_at: Math.floor(now.getTime() / 1000),
    })
  if (!matchGet(request, 'changelog')) return undefined
  const entries = changelogs.map(({ version, days, mission, map, mod, note, size }, at) => ({
    id: 214 - at * 3,
    version,
    change_mission: mission,
    change_map: map,
    change_mod: mod,
    note,
    active: at === changelogs.length - 1 ? 0 : 1,
    size,
    release_at: plainDate(releasedAt(now, days)),
    created_at: plainDate(releasedAt(now, days + 1)),
    updated_at: plainDate(releasedAt(now, days)),
  }))
  return envelope(entries, now)
}

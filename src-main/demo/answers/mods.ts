import changelogs from '../../../resources/demo/changelogs.json' with { type: 'json' }
import data from '../../../resources/demo/mods.json' with { type: 'json' }
import { before, DAY, plainDate } from '../wire.ts'
import { type SomeAnswers, oneOf } from './answer.ts'

const { mods, notification } = data

/** The demo's mods: two with files, one retired, one for another game without files. */
const modsAt = (origin: string) =>
  mods.map(({ DownloadUrl, ImageUrl, ...mod }) => ({
    ...mod,
    DownloadUrl: DownloadUrl && origin + DownloadUrl,
    ImageUrl: origin + ImageUrl,
  }))

/** When an update was released: at 17:00 UTC, some days ago. */
const releasedAt = (now: Date, days: number): Date => {
  const at = before(now, days * DAY)
  at.setUTCHours(17, 0, 0, 0)
  return at
}

const changelogsAt = (now: Date) =>
  changelogs.map(({ version, days, mission, map, mod, note, size }, at) => ({
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

export const modAnswers = {
  notification: () => notification,
  changelog: ({ now }) => changelogsAt(now),
  mods: ({ origin }) => modsAt(origin),
  mod: ({ origin, params }) => oneOf(modsAt(origin), params.id),
  hashList: ({ hashList, params }) => hashList(Number(params.id)),
} satisfies SomeAnswers

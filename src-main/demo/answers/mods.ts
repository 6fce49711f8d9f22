import { createHash } from 'node:crypto'
import changelogs from '../../../resources/demo/changelogs.json' with { type: 'json' }
import data from '../../../resources/demo/mods.json' with { type: 'json' }
import { before, DAY, plainDate } from '../wire.ts'
import { type SomeAnswers, type DemoQuery, oneOf } from './answer.ts'

const { mods, notification } = data

/** The demo's mods: two with files, one retired, one for another game without files. */
const modsAt = (origin: string) =>
  mods.map(({ DownloadUrl, ImageUrl, ...mod }) => ({
    ...mod,
    DownloadUrl: DownloadUrl && origin + DownloadUrl,
    ImageUrl: origin + ImageUrl,
  }))

/** A short list for a demo service without a game folder. */
const shortHashList = (directory: string) =>
  ['addons\\nw_base.pbo', 'addons\\nw_base.pbo.nw.bisign', 'keys\\nw.bikey', 'mod.cpp'].map((name, at) => ({
    Id: at,
    RelativPath: `${directory}\\${name}`,
    Hash: createHash('md5').update(name).digest('hex'),
    FileName: name.split('\\').at(-1),
    Size: name.length,
  }))

async function hashListOf({ hashList, origin, params: { id } }: DemoQuery) {
  const known = await hashList?.(Number(id))
  if (known) return known
  const [mod] = oneOf(modsAt(origin), id) ?? []
  return mod && shortHashList(mod.Directories || '@Nordwind')
}

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
  hashList: hashListOf,
} satisfies SomeAnswers

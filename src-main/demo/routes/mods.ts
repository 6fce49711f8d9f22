import { createHash } from 'node:crypto'
import type { DemoRoute } from '../route.ts'
import { envelope, matchGet, notFound } from '../route.ts'

/** The demo's mods: two with files, one retired, one for another game without files. */
const modsAt = (origin: string) => [
  {
    Id: 1,
    Name: 'Nordwind 3.4',
    appId: 107410,
    DownloadUrl: `${origin}/files/`,
    Torrent: '',
    IsActive: 1,
    Description: 'Fahrzeuge, Häuser und Kleidung der Insel Nordwind',
    ImageUrl: `${origin}/images/mods/nordwind.png`,
    HasGameFiles: 1,
    Directories: '@Nordwind',
  },
  {
    Id: 2,
    Name: 'Nordwind Karten',
    appId: 107410,
    DownloadUrl: `${origin}/files/`,
    Torrent: '',
    IsActive: 1,
    Description: 'Karten und Luftbilder der Insel',
    ImageUrl: `${origin}/images/mods/nordwind-karten.png`,
    HasGameFiles: 1,
    Directories: '@NordwindMaps',
  },
  {
    Id: 4,
    Name: 'Nordwind 3.5 BETA',
    appId: 107410,
    DownloadUrl: `${origin}/files/`,
    Torrent: null,
    IsActive: false,
    Description: 'Vorschau auf die neue Küstenstraße',
    ImageUrl: `${origin}/images/mods/nordwind-beta.png`,
    HasGameFiles: true,
    Directories: '@NordwindBeta',
  },
  {
    Id: 6,
    Name: 'Nordwind Arena',
    appId: 730,
    DownloadUrl: '',
    IsActive: '1',
    Description: 'Wettkampfserver der Community',
    ImageUrl: `${origin}/images/mods/arena.png`,
    HasGameFiles: 0,
    Directories: '',
  },
]

/** A short list for a demo service that runs without a game folder. */
const shortHashList = (directory: string) =>
  ['addons\\nw_base.pbo', 'addons\\nw_base.pbo.nw.bisign', 'keys\\nw.bikey', 'mod.cpp'].map((name, at) => ({
    Id: at,
    RelativPath: `${directory}\\${name}`,
    Hash: createHash('md5').update(name).digest('hex'),
    FileName: name.split('\\').at(-1),
    Size: name.length,
  }))

/** Mods and their hash lists. */
export const modsRoute: DemoRoute = (request) => {
  const { now, origin } = request
  const mods = modsAt(origin)
  if (matchGet(request, 'mods')) return envelope(mods, now)
  const [listId] = matchGet(request, 'mod', 'hashlist', '*') ?? []
  const [modId] = matchGet(request, 'mod', '*') ?? []
  const mod = mods.find(({ Id }) => String(Id) === (listId ?? modId))
  if (listId !== undefined) return mod ? envelope(shortHashList(mod.Directories || '@Nordwind'), now) : notFound()
  if (modId !== undefined) return mod ? envelope([mod], now) : notFound()
  return undefined
}

import type {
  GameServer,
  Mod,
  ServerLogEntry,
  Side,
  VoiceServer,
} from '../../../src-preload/contract/community/index.ts'
import * as read from './schema-helpers.ts'
import type { Reader, SchemaHelpers } from './schema-helpers.ts'

export const mod = (): Reader<Mod> =>
  read.record(
    {
      id: read.as('Id', read.id),
      name: read.as('Name', read.text),
      appId: read.whole,
      downloadUrl: read.as('DownloadUrl', read.text),
      active: read.as('IsActive', read.flag),
      description: read.as('Description', read.text),
      imageUrl: read.as('ImageUrl', read.text),
      hasFiles: read.as('HasGameFiles', read.flag),
      directory: read.as('Directories', read.text),
    },
    (r) => ({ ...r, name: r.name || `#${r.id}`, directory: r.directory.trim().replace(/[\\/]$/, '') }),
  )

/** A row of a hash list. The mods' worker reads the list's bytes. */
export const hashEntry = (): Reader<object> => read.record({})

export const voiceServer = (): Reader<VoiceServer> =>
  read.record(
    {
      id: read.as('Id', read.id),
      name: read.as('Name', read.text),
      ip: read.as('Ip', read.text),
      address: read.as('IpAddress', read.text),
      port: read.as('Port', read.port),
      slots: read.as('Slots', read.people),
      userCount: read.as('Usercount', read.people),
      users: read.as('Users', read.texts),
    },
    ({ ip, address, ...r }) => ({
      ...r,
      name: r.name || `#${r.id}`,
      host: (ip || address).trim(),
      userCount: r.userCount ?? (r.users.length > 0 ? r.users.length : null),
    }),
  )

const sides: Reader<Record<Side, string[]>> = read.record({
  civ: read.as('Civs', read.texts),
  cop: read.as('Cops', read.texts),
  medic: read.as('Medics', read.texts),
  rac: read.as('RAC', read.texts),
})

export const gameServer = ({ instant }: SchemaHelpers): Reader<GameServer> =>
  read.record(
    {
      id: read.as('Id', read.id),
      name: read.as('Servername', read.text),
      modId: read.as('ModId', read.whole),
      appId: read.whole,
      online: read.flag,
      descriptionHtml: read.as('Description', read.text),
      host: read.as('IpAddress', read.text),
      port: read.as('Port', read.port),
      password: read.as('ServerPassword', read.text),
      startParameters: read.as('StartParameters', read.words),
      slots: read.as('Slots', read.people),
      playerCount: read.as('Playercount', read.people),
      civ: read.as('Civilians', read.people),
      medic: read.as('Medics', read.people),
      cop: read.as('Cops', read.people),
      rac: read.as('Adac', read.people),
      players: read.as('Players', read.texts),
      sides: read.as('Side', read.maybe(sides)),
      updatedAt: read.as('updated_at', instant),
    },
    ({ civ, cop, medic, rac, ...r }) => {
      const hasCounts = [civ, cop, medic, rac].some((value) => value !== null)
      return {
        ...r,
        name: r.name || `#${r.id}`,
        host: r.host.trim(),
        counts: hasCounts ? { civ: civ ?? 0, cop: cop ?? 0, medic: medic ?? 0, rac: rac ?? 0 } : null,
      }
    },
  )

export const serverLogEntry = ({ instant }: SchemaHelpers): Reader<ServerLogEntry> =>
  read.record(
    {
      at: read.as('created_at', instant),
      server_id: read.whole,
      server: read.whole,
      ServerId: read.whole,
      players: read.people,
      civ: read.people,
      cop: read.people,
      medic: read.people,
      rac: read.people,
      adac: read.people,
    },
    ({ at, server_id, server, ServerId, players, civ, cop, medic, rac, adac }) => ({
      at,
      serverId: server_id ?? server ?? ServerId,
      players: players ?? 0,
      civ: civ ?? 0,
      cop: cop ?? 0,
      medic: medic ?? 0,
      rac: (rac || adac) ?? 0,
    }),
  )

import type {
  GameServer,
  Mod,
  ServerLogEntry,
  Side,
  VoiceServer,
} from '../../../src-preload/contract/community/index.ts'
import {
  as,
  flag,
  id,
  type SchemaHelpers,
  maybe,
  people,
  port,
  type Reader,
  record,
  text,
  texts,
  whole,
  words,
} from './schema-helpers.ts'

export const mod = (): Reader<Mod> =>
  record(
    {
      id: as('Id', id),
      name: as('Name', text),
      appId: whole,
      downloadUrl: as('DownloadUrl', text),
      active: as('IsActive', flag),
      description: as('Description', text),
      imageUrl: as('ImageUrl', text),
      hasFiles: as('HasGameFiles', flag),
      directory: as('Directories', text),
    },
    (r) => ({ ...r, name: r.name || `#${r.id}`, directory: r.directory.trim().replace(/[\\/]$/, '') }),
  )

/** A row of a hash list. The mods' worker reads the list's bytes. */
export const hashEntry = (): Reader<object> => record({})

export const voiceServer = (): Reader<VoiceServer> =>
  record(
    {
      id: as('Id', id),
      name: as('Name', text),
      ip: as('Ip', text),
      address: as('IpAddress', text),
      port: as('Port', port),
      slots: as('Slots', people),
      userCount: as('Usercount', people),
      users: as('Users', texts),
    },
    ({ ip, address, ...r }) => ({
      ...r,
      name: r.name || `#${r.id}`,
      host: (ip || address).trim(),
      userCount: r.userCount ?? (r.users.length > 0 ? r.users.length : null),
    }),
  )

const sides: Reader<Record<Side, string[]>> = record({
  civ: as('Civs', texts),
  cop: as('Cops', texts),
  medic: as('Medics', texts),
  rac: as('RAC', texts),
})

export const gameServer = ({ instant }: SchemaHelpers): Reader<GameServer> =>
  record(
    {
      id: as('Id', id),
      name: as('Servername', text),
      modId: as('ModId', whole),
      appId: whole,
      online: flag,
      descriptionHtml: as('Description', text),
      host: as('IpAddress', text),
      port: as('Port', port),
      password: as('ServerPassword', text),
      startParameters: as('StartParameters', words),
      slots: as('Slots', people),
      playerCount: as('Playercount', people),
      civ: as('Civilians', people),
      medic: as('Medics', people),
      cop: as('Cops', people),
      rac: as('Adac', people),
      players: as('Players', texts),
      sides: as('Side', maybe(sides)),
      updatedAt: as('updated_at', instant),
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
  record(
    {
      at: as('created_at', instant),
      server_id: whole,
      server: whole,
      ServerId: whole,
      players: people,
      civ: people,
      cop: people,
      medic: people,
      rac: people,
      adac: people,
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

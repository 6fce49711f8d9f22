import type {
  GameServer,
  HashEntry,
  Mod,
  ServerLogEntry,
  Side,
  VoiceServer,
} from '../../../src-preload/contract/community/index.ts'
import {
  count,
  flag,
  id,
  key,
  type SchemaHelpers,
  maybe,
  maybeText,
  type Reader,
  record,
  text,
  texts,
  whole,
} from './schema-helpers.ts'

export const mod = (): Reader<Mod> =>
  record(
    {
      Id: id,
      Name: text,
      appId: whole,
      DownloadUrl: text,
      Torrent: maybeText,
      IsActive: flag,
      Description: text,
      ImageUrl: text,
      HasGameFiles: flag,
      Directories: text,
    },
    (r) => ({
      id: r.Id,
      name: r.Name || `#${r.Id}`,
      appId: r.appId,
      downloadUrl: r.DownloadUrl,
      torrent: r.Torrent,
      active: r.IsActive,
      description: r.Description,
      imageUrl: r.ImageUrl,
      hasFiles: r.HasGameFiles,
      directory: r.Directories,
    }),
  )

export const hashEntry = (): Reader<HashEntry> =>
  record({ Id: whole, RelativPath: key, Hash: key, FileName: text, Size: id }, (r) => ({
    id: r.Id,
    relativePath: r.RelativPath,
    hash: r.Hash,
    fileName: r.FileName,
    size: r.Size,
  }))

export const voiceServer = (): Reader<VoiceServer> =>
  record(
    {
      Id: id,
      Name: text,
      Ip: text,
      IpAddress: text,
      Port: whole,
      Slots: whole,
      Usercount: whole,
      Users: texts,
      OS: text,
      Icon: text,
      Banner: text,
    },
    (r) => ({
      id: r.Id,
      name: r.Name || `#${r.Id}`,
      host: (r.Ip || r.IpAddress).trim(),
      port: r.Port,
      slots: r.Slots,
      userCount: r.Usercount ?? (r.Users.length > 0 ? r.Users.length : null),
      users: r.Users,
      os: r.OS,
      icon: r.Icon,
      banner: r.Banner,
    }),
  )

const sides: Reader<Record<Side, string[]>> = record({ Civs: texts, Cops: texts, Medics: texts, RAC: texts }, (r) => ({
  civ: r.Civs,
  cop: r.Cops,
  medic: r.Medics,
  rac: r.RAC,
}))

const serverFields = ({ instant }: SchemaHelpers) => ({
  Id: id,
  ModId: whole,
  appId: whole,
  online: flag,
  Servername: text,
  Description: text,
  IpAddress: text,
  Port: whole,
  ServerPassword: text,
  Gamemode: whole,
  StartParameters: text,
  Slots: whole,
  Update_Mods: whole,
  Playercount: whole,
  Civilians: whole,
  Medics: whole,
  Cops: whole,
  Adac: whole,
  Players: texts,
  Side: maybe(sides),
  updated_at: instant,
})

export const gameServer = (helpers: SchemaHelpers): Reader<GameServer> =>
  record(serverFields(helpers), (r) => {
    const counts = [r.Civilians, r.Cops, r.Medics, r.Adac]
    const hasCounts = counts.some((value) => value !== null)
    return {
      id: r.Id,
      name: r.Servername || `#${r.Id}`,
      modId: r.ModId,
      appId: r.appId,
      online: r.online,
      descriptionHtml: r.Description,
      host: r.IpAddress.trim(),
      port: r.Port,
      password: r.ServerPassword,
      gameMode: r.Gamemode,
      startParameters: r.StartParameters,
      slots: r.Slots,
      playerCount: r.Playercount,
      counts: hasCounts ? { civ: r.Civilians ?? 0, cop: r.Cops ?? 0, medic: r.Medics ?? 0, rac: r.Adac ?? 0 } : null,
      players: r.Players,
      sides: r.Side,
      updateMods: r.Update_Mods,
      updatedAt: r.updated_at,
    }
  })

export const serverLogEntry = ({ instant }: SchemaHelpers): Reader<ServerLogEntry> =>
  record(
    {
      created_at: instant,
      server_id: whole,
      server: whole,
      ServerId: whole,
      players: count,
      civ: count,
      cop: count,
      medic: count,
      rac: count,
      adac: whole,
    },
    (r) => ({
      at: r.created_at,
      serverId: r.server_id ?? r.server ?? r.ServerId,
      players: r.players,
      civ: r.civ,
      cop: r.cop,
      medic: r.medic,
      rac: r.rac || (r.adac ?? 0),
    }),
  )

// A small community whose six mods are each in a state of their own: not installed, damaged, with an update, with a list that is not
// trusted, with a file for which the drive has no space, and too large for a quick check. The service can fail, the game folder can
// disappear, and the game can run.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { delimiter, join } from 'node:path'

const GAME = 107_410
const names = ['Harbour', 'Roads', 'Uniforms', 'Radio', 'Tracks', 'Terrain']

/** The fault to plant: the file of the last mod cannot be written. */
export const fullDisk = 'write:ENOSPC@tracks.pbo.loadout-part'

const fileOf = (name) => `${name.toLowerCase()}.pbo`
const md5 = (content) => createHash('md5').update(content).digest('hex')
const contentOf = (name, version = 1) => `${name} ${version} `.repeat(400_000)

/** Files of zeros, more than many quick checks read. */
const PIECE_BYTES = 64 << 20
const pieces = Array.from({ length: 100 }, (_, at) => `terrain_${at}.pbo`)

const people = JSON.parse(readFileSync(new URL('../../../resources/demo/people.json', import.meta.url), 'utf8'))
/** The names of a server's players. */
const playersOn = (server, count) =>
  Array.from(
    { length: count },
    (_, at) =>
      `${people.first[(server * 7 + at) % people.first.length]} ${people.last[(server + at * 3) % people.last.length]}`,
  )

const STEP_MS = 30 * 60_000
const STEPS = 96
/** The log of a server with so many players at most: now, or half a day ago. */
const logOf = (most, isNow = true) =>
  Array.from({ length: STEPS }, (_, at) => ({
    created_at: new Date(Date.now() - at * STEP_MS).toISOString().slice(0, 19).replace('T', ' '),
    players: Math.round(most * (0.56 + (isNow ? 0.44 : -0.44) * Math.cos((4 * Math.PI * at) / STEPS))),
    ...{ civ: 0, cop: 0, medic: 0, rac: 0 },
  }))

const rowOf = (mod, file, Hash, Size, Id = 1) => ({
  Id,
  RelativPath: `@${mod}\\addons\\${file}`,
  Hash,
  FileName: file,
  Size,
})
function terrainList() {
  const hash = md5(Buffer.alloc(PIECE_BYTES))
  return pieces.map((file, at) => rowOf('Terrain', file, hash, PIECE_BYTES, at + 1))
}

function listOf(name, version) {
  const content = contentOf(name, version)
  return [rowOf(name, fileOf(name), md5(content), content.length)]
}

/** A game server that answers queries on the port after the game's. Returns the game's port. `players` is read for each answer; undefined: it does not answer. */
async function gameServer(players, name, sockets) {
  const socket = createSocket('udp4')
  const text = (value) => Buffer.from(`${value}\0`)
  const words = [name, 'Altis', 'Arma3', 'Roleplay'].map(text)
  const numbers = () => Buffer.from([10, 163, players(), 100, 0, 100, 119, 0, 1])
  const answer = () =>
    Buffer.concat([Buffer.from([255, 255, 255, 255, 0x49, 17]), ...words, numbers(), text('2.18.152405')])
  socket.on('message', (_data, from) => players() !== undefined && socket.send(answer(), from.port, from.address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  sockets.push(socket)
  return socket.address().port - 1
}

function installGame(folder) {
  const apps = join(folder, 'home/.local/share/Steam/steamapps')
  const gameDir = join(apps, 'common/Arma 3')
  const manifest = (id, name) =>
    writeFileSync(
      join(apps, `appmanifest_${id}.acf`),
      `"AppState" { "appid" "${id}" "installdir" "${name}" "StateFlags" "4" "buildid" "17" }`,
    )
  mkdirSync(join(gameDir, 'BattlEye'), { recursive: true })
  mkdirSync(join(apps, 'common/Proton BattlEye Runtime'))
  const exe = join(gameDir, 'arma3_x64.exe')
  writeFileSync(exe, `#!/bin/sh\necho $$ > "$0.pid"\nwhile :; do sleep 1; done\n`, { mode: 0o755 })
  manifest(GAME, 'Arma 3')
  manifest(1_161_040, 'Proton BattlEye Runtime')
  for (const name of names.slice(1, 4)) {
    mkdirSync(join(gameDir, `@${name}/addons`), { recursive: true })
    writeFileSync(join(gameDir, `@${name}/addons/${fileOf(name)}`), name === 'Roads' ? 'torn' : contentOf(name))
  }
  mkdirSync(join(gameDir, '@Terrain/addons'), { recursive: true })
  for (const file of pieces) {
    writeFileSync(join(gameDir, '@Terrain/addons', file), '')
    truncateSync(join(gameDir, '@Terrain/addons', file), PIECE_BYTES)
  }
  mkdirSync(join(folder, 'bin'))
  const program = (name, does) => writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${does}\n`, { mode: 0o755 })
  program('steam', `"${exe}" > /dev/null 2>&1 &`)
  program('xdg-mime', 'echo teamspeak.desktop') // a voice program, which takes links
  program('xdg-open', 'exit 0')
  return { gameDir, exe }
}

/** Opens the community below `folder`. */
export async function openCommunity(folder) {
  const sockets = []
  const { gameDir, exe } = installGame(folder)
  const terrain = terrainList()
  const version = { Uniforms: 1 }
  /** `up`, `down` (answers with an error) or `away` (nothing answers, the game servers neither). */
  let state = 'up'
  let holds = false
  const isThere = (players) => (state === 'away' ? undefined : players)
  const mods = names.map((Name, at) => ({ Id: at + 1, Name, appId: GAME, DownloadUrl: '', IsActive: 1, HasGameFiles: 1, Directories: `@${Name}` })) // prettier-ignore
  const record = async (Name, at) => ({
    ...{ Id: at + 1, ModId: at + 1, appId: GAME, online: 1, Servername: `${Name} 1`, Description: '' },
    ...{
      IpAddress: '127.0.0.1',
      Port: await gameServer(() => isThere(40 - at), `${Name} 1`, sockets),
      ServerPassword: '',
    },
    ...{ Gamemode: 1, StartParameters: `@${Name}`, Slots: 100, Playercount: 40 - at, Players: playersOn(at, 40 - at) },
  })
  let seats = 100
  let isSilent = false
  /** Need no mod. The second has as many players as it is told. Both can be made silent. */
  const free = async (name, at, players) => ({
    ...(await record(name, at)),
    ...{ ModId: null, StartParameters: '', Playercount: players(), Players: playersOn(at, players()) },
    Port: await gameServer(() => (isSilent ? undefined : isThere(players())), `${name} 1`, sockets),
  })
  /** Loads two mods of the community: one is not installed, and one has an update. */
  const two = async () => ({
    ...(await record('Isles', names.length + 1)),
    ModId: 3,
    StartParameters: '@Uniforms;@Harbour',
  })
  const arena = await free('Arena', names.length, () => 12)
  const ferry = await free('Ferry', names.length + 2, () => seats)
  const servers = [...(await Promise.all(names.map(record))), arena, await two(), ferry]
  const voice = { Id: 1, Name: 'Harbour Radio', Ip: '192.0.2.61', Port: 9987, Slots: 100, Users: playersOn(2, 18) }
  const answerOf = (path) => {
    const [, list] = /^\/v1\/mod\/hashlist\/(\d)$/.exec(path) ?? []
    const [, mod] = /^\/v1\/mod\/(\d)$/.exec(path) ?? []
    const name = names[list - 1]
    if (name === 'Terrain') return terrain
    if (name) return name === 'Radio' ? [] : listOf(name, version[name])
    if (mod) return mods.filter(({ Id }) => String(Id) === mod)
    const logged = servers.find(({ Id }) => path === `/v1/server/log/${Id}`)
    if (logged) return logged === arena ? logOf(100, false) : logOf(logged.Playercount)
    Object.assign(ferry, { Playercount: seats, Players: playersOn(ferry.Id, seats) })
    return { '/v1/servers': servers, '/v1/mods': mods, '/v1/changelog': [], '/v1/teamspeaks': [voice] }[path]
  }
  const http = createServer((request, response) => {
    const path = decodeURIComponent(request.url).replace(/\/$/, '')
    if (state === 'away') return request.socket.destroy()
    const file = /^\/files\/@(\w+)\//.exec(path)?.[1]
    if (file) {
      const content = contentOf(file, version[file])
      response.writeHead(200, { 'content-length': content.length })
      return holds ? response.write(content.slice(0, content.length / 3)) : response.end(content)
    }
    const data = answerOf(path)
    response.writeHead(state === 'down' ? 503 : data ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data: data ?? [], requested_at: 1_700_000_000 }))
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const baseUrl = `http://127.0.0.1:${http.address().port}`
  for (const mod of mods) mod.DownloadUrl = `${baseUrl}/files/`
  const profile = join(folder, 'harbour.json')
  writeFileSync(profile, JSON.stringify({ id: 'harbour', name: 'Harbour Roleplay', baseUrl }))
  const elsewhere = join(folder, 'other/Mods')
  mkdirSync(elsewhere, { recursive: true })
  return {
    args: ['--community', profile],
    /** A folder on another drive, as far as the pictures go. */
    elsewhere,
    env: {
      HOME: join(folder, 'home'),
      XDG_DATA_HOME: '',
      PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
      LOADOUT_TEST_FAULTS: fullDisk,
    },
    becomes(next) {
      state = next
      if (state === 'away') http.closeAllConnections()
    },
    hasPlayers: (count) => void (seats = count),
    /** The servers without a mod answer no queries. */
    silences: (on) => void (isSilent = on),
    /** Sends a third of each file, and no more. */
    holds: (on) => void (holds = on),
    /** The community changes the mod that has an update. */
    publish: () => void version.Uniforms++,
    /** Starts the game, without Steam. */
    plays: () => void spawn(exe, { stdio: 'ignore', detached: true }).unref(),
    /** Ends the game, whoever started it; false if it does not run. */
    endGame() {
      try {
        process.kill(Number(readFileSync(`${exe}.pid`, 'utf8')))
        rmSync(`${exe}.pid`)
        return true
      } catch {
        return false
      }
    },
    hidesGame: (on) => (on ? renameSync(gameDir, `${gameDir} away`) : renameSync(`${gameDir} away`, gameDir)),
    close() {
      this.endGame()
      http.closeAllConnections()
      http.close()
      for (const socket of sockets) socket.close()
    },
  }
}

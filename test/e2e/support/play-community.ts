import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect } from '@playwright/test'
import { chmod, cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { clientQuery, KEY } from '../../support/client-query.ts'
import { discordStandIn } from '../../support/discord-stand-in.ts'
import { removeFolder } from './folder.ts'
import { end } from './process.ts'

/** What a test may change about the server and the files. */
export interface Wishes {
  server?: Record<string, unknown>
  /** The number of players that the server itself reports; absent: it does not respond. */
  players?: number
  damaged?: boolean
  /** The mod is not installed. */
  absent?: boolean
  /** The server loads a second mod of the community, which is not installed. */
  maps?: boolean
  /** Discord runs, and the community has an application there. */
  discord?: boolean
}

const MOD = '@Harbour'
const CONTENT = 'the harbour'
const MAPS = '@Maps'
export const MAPS_CONTENT = 'the maps'
/** The port of every voice client's ClientQuery. */
const CLIENT_QUERY_PORT = 25_639

/** A program that writes its arguments to a file beside itself and may start another program that keeps running. */
const program = (path: string, starts?: string) => `#!${process.execPath}
const fs = require('node:fs')
fs.writeFileSync(${JSON.stringify(`${path}.part`)}, JSON.stringify(process.argv.slice(2)))
fs.renameSync(${JSON.stringify(`${path}.part`)}, ${JSON.stringify(`${path}.args`)})
${starts ? `require('node:child_process').spawn(${JSON.stringify(starts)}, [], { detached: true, stdio: 'ignore' }).unref()` : ''}
`
const game = (path: string) => `#!${process.execPath}
require('node:fs').writeFileSync(${JSON.stringify(`${path}.pid`)}, String(process.pid))
setTimeout(() => {}, 600_000)
`

async function executable(path: string, script: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, script)
  await chmod(path, 0o755)
}

/** The rows of a hash list. */
const rowsOf = (files: Record<string, string>, mod = MOD) =>
  Object.entries(files).map(([name, content], Id) => ({
    Id,
    RelativPath: `${mod}\\addons\\${name}`,
    Hash: createHash('md5').update(content).digest('hex'),
    FileName: name,
    Size: content.length,
  }))

/** A service with one game server, one voice server and the mods, whose files it serves. */
async function service(server: Record<string, unknown>) {
  let files: Record<string, string> = { 'a.pbo': CONTENT }
  const mod = { Id: 5, Name: 'Harbour', appId: 107410, DownloadUrl: '', IsActive: 1, HasGameFiles: 1, Directories: MOD }
  const voice = { Id: 1, Name: 'Voice', Ip: 'voice.example.org', Port: 9987, Slots: 10, Usercount: 1, Users: [] }
  const maps = { ...mod, Id: 6, Name: 'Maps', Directories: MAPS }
  const answers: Record<string, unknown> = {
    '/v1/servers': [server],
    '/v1/teamspeaks': [voice],
    '/v1/mods': String(server.StartParameters).includes(MAPS) ? [mod, maps] : [mod],
    '/v1/mod/5': [mod],
    '/v1/mod/6': [maps],
    '/v1/mod/hashlist/6': rowsOf({ 'm.pbo': MAPS_CONTENT }, MAPS),
  }
  let stall: (() => void) | undefined
  let held: (() => void)[] | undefined
  const asked: string[] = []
  const http = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').replace(/\/$/, '')
    if (path.startsWith(`/files/${MOD}/addons/`)) {
      const name = path.split('/').at(-1) ?? ''
      asked.push(name)
      const content = files[name] ?? ''
      if (!stall) return void response.end(content)
      response.writeHead(200, { 'content-length': content.length }).flushHeaders()
      if (held) held.push(() => response.end(content))
      stall()
      if (!held) stall = undefined
      return
    }
    if (path === `/files/${MAPS}/addons/m.pbo`) return void response.end(MAPS_CONTENT)
    const data = path === '/v1/mod/hashlist/5' ? rowsOf(files) : answers[path]
    response.writeHead(data ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data: data ?? [], requested_at: 1_700_000_000 }))
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}`
  mod.DownloadUrl = maps.DownloadUrl = `${baseUrl}/files/`
  return {
    baseUrl,
    asked,
    publish: (next: Record<string, string>) => void (files = next),
    rename: (name: string) => void (mod.Name = name),
    stallOnce: () => new Promise<void>((resolve) => (stall = resolve)),
    hold: () => {
      held = []
      return new Promise<void>((resolve) => (stall = resolve))
    },
    goOn: () => {
      held?.forEach((send) => send())
      held = stall = undefined
    },
    /** Its line is gone: nobody answers at its address. */
    cut: () => {
      http.close()
      http.closeAllConnections()
    },
    mend: () => once(http.listen(port, '127.0.0.1'), 'listening'),
    close: () => void http.close(),
  }
}

const text = (value: string) => Buffer.from(`${value}\0`)

/** A game server that answers queries over UDP, on the port after the game's; it is silent while `players` is undefined. */
async function queryServer(first: number | undefined) {
  let players = first
  const socket = createSocket('udp4')
  socket.on('message', (_data, from) => {
    if (players === undefined) return
    const head = Buffer.from([255, 255, 255, 255, 0x49, 17])
    const numbers = Buffer.from([10, 163, players, 100, 0, 100, 119, 0, 1])
    const words = [text('Harbour 1'), text('Altis'), text('Arma3'), text('Roleplay')]
    socket.send(Buffer.concat([head, ...words, numbers, text('2.18.152405')]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    gamePort: socket.address().port - 1,
    has: (count: number) => void (players = count),
    close: () => void socket.close(),
  }
}

/**
 * A whole small community with real stand-ins: the service, the server's own UDP port, a Steam root with the game, and `steam`,
 * `xdg-open` and `xdg-mime` on the PATH. The game's process is `arma3_x64.exe`, started by the stand-in for Steam.
 */
export async function playCommunity({
  server = {},
  players,
  damaged = false,
  absent = false,
  maps = false,
  discord: withDiscord = false,
}: Wishes) {
  const folder = await mkdtemp(join(tmpdir(), 'loadout-play-e2e-'))
  const udp = await queryServer(players)
  const record = {
    Id: 1,
    ModId: 5,
    appId: 107410,
    online: 1,
    Servername: 'Harbour 1',
    Description: '',
    IpAddress: '127.0.0.1',
    Port: udp.gamePort,
    ServerPassword: '',
    Gamemode: 1,
    StartParameters: maps ? `${MOD};${MAPS}` : MOD,
    Slots: 100,
    Playercount: 40,
    Players: [],
    ...server,
  }
  const web = await service(record)
  const bin = join(folder, 'bin')
  const gameDir = join(folder, 'home/.local/share/Steam/steamapps/common/Arma 3')
  const [steam, opener, exe] = [join(bin, 'steam'), join(bin, 'xdg-open'), join(gameDir, 'arma3_x64.exe')]
  await executable(exe, game(exe))
  await executable(steam, program(steam, exe))
  await executable(opener, program(opener))
  await executable(join(bin, 'xdg-mime'), '#!/bin/sh\necho voice.desktop\n')
  if (!absent) {
    await mkdir(join(gameDir, MOD, 'addons'), { recursive: true })
    await writeFile(join(gameDir, MOD, 'addons/a.pbo'), damaged ? 'the hangars' : CONTENT)
  }
  await writeFile(
    join(gameDir, '../../appmanifest_107410.acf'),
    '"AppState" { "appid" "107410" "installdir" "Arma 3" "StateFlags" "4" "buildid" "17" }',
  )
  await mkdir(join(gameDir, 'BattlEye'))
  await mkdir(join(gameDir, '../Proton BattlEye Runtime'))
  await writeFile(
    join(gameDir, '../../appmanifest_1161040.acf'),
    '"AppState" { "appid" "1161040" "installdir" "Proton BattlEye Runtime" "StateFlags" "4" }',
  )
  const profile = join(folder, 'community.json')
  const application = withDiscord ? { clientId: '123456789012345678', page: 'https://harbour.example/join' } : undefined
  await writeFile(
    profile,
    JSON.stringify({ id: 'harbour', name: 'Harbour', baseUrl: web.baseUrl, discord: application }),
  )
  const run = join(folder, 'run')
  await mkdir(run)
  const discord = withDiscord ? await discordStandIn(join(run, 'discord-ipc-0')) : undefined
  const argumentsOf = async (path: string) => {
    const noted = await readFile(`${path}.args`, 'utf8').catch(() => undefined)
    return noted === undefined ? undefined : (JSON.parse(noted) as string[])
  }
  const pidOfGame = async () => Number(await readFile(`${exe}.pid`, 'utf8').catch(() => ''))
  /** The game that was ended last. A new one may be seen before it has noted its own. */
  let ended = 0
  const isRunning = async () => ![0, ended].includes(await pidOfGame())
  return {
    port: udp.gamePort,
    gameDir,
    /** The names of the requested files, in order. */
    asked: web.asked,
    /** Replaces the mod's files by these, given by name. */
    publish: web.publish,
    /** Gives the mod another name. */
    rename: web.rename,
    /** Never finishes the next file. Resolves once it is requested. */
    stallOnce: web.stallOnce,
    /** Sends no file until `goOn`. Resolves once one is requested. */
    cut: web.cut,
    mend: web.mend,
    hold: web.hold,
    goOn: web.goOn,
    args: ['--community', profile],
    env: {
      HOME: join(folder, 'home'),
      XDG_DATA_HOME: '',
      PATH: [bin, process.env.PATH].join(delimiter),
      ...(discord && { XDG_RUNTIME_DIR: run }),
    },
    /** Starts a voice client with these tabs, which it reports over ClientQuery. Returns a function that ends it. */
    async voiceClient(...tabs: string[]) {
      const ini = join(folder, 'home/.ts3client/clientquery.ini')
      await mkdir(dirname(ini), { recursive: true })
      await writeFile(ini, `[General]\napi_key=${KEY}\n`)
      const query = await clientQuery(tabs, CLIENT_QUERY_PORT)
      const path = join(bin, 'ts3client_linux_amd64')
      await executable(path, game(path))
      const running = spawn(path)
      await once(running, 'spawn')
      return () => {
        running.kill()
        query.close()
      }
    },
    /** The stand-in for Discord, if the test wants one. */
    discord,
    /** Sets the number of players on the server. */
    hasPlayers: udp.has,
    /** Adds another install of the game, where Steam's Flatpak puts it. */
    async installAgain() {
      const apps = join(folder, 'home/.var/app/com.valvesoftware.Steam/data/Steam/steamapps')
      await cp(gameDir, join(apps, 'common/Arma 3'), { recursive: true })
      await cp(join(gameDir, '../../appmanifest_107410.acf'), join(apps, 'appmanifest_107410.acf'))
    },
    /** Ends the running game. */
    async endGame() {
      await expect.poll(isRunning).toBe(true)
      ended = await pidOfGame()
      end(ended)
    },
    /** The arguments of the stand-in for Steam; undefined if it was not started. */
    steamSaw: () => argumentsOf(steam),
    /** The arguments of the system's opener; undefined if it was not started. */
    openerSaw: () => argumentsOf(opener),
    async close() {
      if (ended === 0 && (await argumentsOf(steam))) await this.endGame()
      if (await isRunning()) await this.endGame()
      web.close()
      udp.close()
      await discord?.close()
      await removeFolder(folder)
    },
  }
}

import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { LaunchOptions } from '../../src-preload/contract/play.ts'
import { openModsRoom } from '../../src-main/mods/index.ts'
import { defaultTimes, diskView, platformOf, PlayService, type PlayPorts } from '../../src-main/play/index.ts'
import { GameRecipe, VoiceRecipe } from '../../src-main/settings/recipes.ts'

/** Joins a server over and over in this process, and prints the milliseconds from the click to the game's start, one JSON line. */
const [folder = '', count = '20000', rounds = '5'] = process.argv.slice(2)
const gameDir = join(folder, 'game')
const mod = {
  id: 1,
  name: 'Bench',
  description: '',
  imageUrl: '',
  active: true,
  hasFiles: true,
  directory: '@Bench',
  downloadUrl: '',
}
const nothing = () => undefined
const log = { info: nothing, error: (line: string, error?: unknown) => console.error(line, error), incident: () => '' }

async function files(): Promise<string> {
  const rows: object[] = []
  for (let at = 0; at < Number(count); at++) {
    const name = `${at}.bin`
    const path = `@Bench/${at % 100}/${name}`
    if (at < 100) await mkdir(join(gameDir, `@Bench/${at}`), { recursive: true })
    const bytes = `file ${at}`
    await writeFile(join(gameDir, path), bytes)
    const Hash = createHash('md5').update(bytes).digest('hex')
    rows.push({ Id: at, RelativPath: path.replaceAll('/', '\\'), Hash, FileName: name, Size: bytes.length })
  }
  return JSON.stringify({ data: rows })
}

const list = await files()
const mods = await openModsRoom({
  listMods: () => Promise.resolve({ mods: [mod], asOf: new Date().toISOString(), stored: false }),
  hashList: () => Promise.resolve(list),
  gameDir: () => gameDir,
  saveGameDir: nothing,
  dataDir: join(folder, 'data'),
  workerUrl: pathToFileURL(resolve(import.meta.dirname, 'hash-worker.js')),
  now: () => new Date(),
  random: Math.random,
  log: log.error,
  onTrusted: nothing,
  onActivity: nothing,
})
await mods.refresh()
await mods.check({ modId: 1, tier: 'full' }, new AbortController().signal, nothing)

const server = {
  id: 1,
  name: 'Bench',
  modId: 1,
  appId: 1,
  online: true,
  host: '127.0.0.1',
  port: 2302,
  password: '',
  startParameters: '@Bench',
  slots: 10,
  playerCount: 1,
}
const ports: PlayPorts = {
  servers: () => Promise.resolve({ list: [server], at: 0 }),
  voices: () => Promise.resolve([]),
  async checkMod(modId, signal) {
    const outcome = await mods.check({ modId, tier: 'quick' }, signal, nothing)
    if (!outcome.trusted) throw new Error('not trusted')
    const ready = outcome.summary.verdict === 'ready'
    return { ready, problems: 0, tier: 'quick', at: 0, missingBytes: 0, mod: 'Harbour' }
  },
  lastCheck: nothing,
  modListing: () => Promise.resolve(undefined),
  openExternal: () => Promise.resolve(),
  chooseFolder: () => Promise.resolve(undefined),
  copy: () => Promise.resolve(),
  seatFree: nothing,
  playerName: nothing,
}
const names = { linux: ['bench-game'], darwin: ['bench-game'] }
const play = new PlayService({
  ports,
  platform: platformOf('linux', {
    home: folder,
    env: process.env,
    run: () => Promise.resolve({ code: 1, stdout: '' }),
    files: diskView,
  }),
  files: diskView,
  recipe: v.parse(GameRecipe, { appId: 1, executables: names, processes: names, viaSteam: [] }),
  voice: v.parse(VoiceRecipe, {}),
  choice: { used: gameDir, chosen: [], save: nothing },
  options: () => v.parse(LaunchOptions, {}),
  voiceScheme: () => 'ts3server',
  queryWorkerUrl: pathToFileURL(resolve(import.meta.dirname, 'query-worker.js')),
  ownFolder: posix.join(folder, 'own'),
  env: process.env,
  log,
  now: () => new Date(),
  times: { ...defaultTimes, gameTimeoutMs: 0 }, // a game that was only just started would hold up the next join
})
await play.installs.find()

const took: number[] = []
for (let round = 0; round < Number(rounds); round++) {
  const since = performance.now()
  let started = 0
  await play.join({ serverId: 1, anyway: false, voice: false }, new AbortController().signal, ({ steps }) => {
    if (started === 0 && steps[2]?.state === 'done') started = performance.now() - since
  })
  if (started === 0) throw new Error('the game was not started')
  took.push(started)
}
play.close()
await mods.close()
await readFile(join(gameDir, 'bench-game'))
console.log(JSON.stringify(took))
process.exit(0)

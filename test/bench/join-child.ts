import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { diskView, platformOf, PlayService, type PlayPorts } from '../../src-main/play/index.ts'
import { GameRecipe, VoiceRecipe } from '../../src-main/settings/index.ts'
import { openMods } from './mods-service.ts'

/** Joins a server repeatedly in this process, and prints the milliseconds from the click to the game's start as JSON. */
const [gameDir = '', dataDir = '', rounds = '5'] = process.argv.slice(2)
const nothing = () => undefined
const log = { info: nothing, error: (line: string, error?: unknown) => console.error(line, error), incident: () => '' }

const mods = await openMods(gameDir, join(dataDir, 'mods'))
await mods.check('full')

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
  bringUp: () => Promise.resolve(false),
  async checkMod(_modId, signal) {
    const ready = await mods.check('quick', signal)
    return { ready, problems: 0, tier: 'quick', at: 0, missingBytes: 0, mod: 'Bench' }
  },
  lastCheck: nothing,
  mods: () => Promise.resolve([]),
  modFolder: () => '@Bench',
  modsDir: () => undefined,
  signatureFaults: () => Promise.resolve('list'),
  serverLog: () => Promise.resolve([]),
  openExternal: () => Promise.resolve(),
  copy: () => Promise.resolve(),
  openPackage: () => Promise.resolve('shown'),
  hide: nothing,
  seatFree: nothing,
  during: (start) => start(),
  playerName: nothing,
}
const names = { linux: ['bench-game'], darwin: ['bench-game'] }
const play = new PlayService({
  ports,
  platform: platformOf('linux', {
    home: dataDir,
    env: process.env,
    run: () => Promise.resolve({ code: 1, stdout: '' }),
    files: diskView,
  }),
  files: diskView,
  recipe: v.parse(GameRecipe, { appId: 1, executables: names, processes: names, viaSteam: [] }),
  voice: v.parse(VoiceRecipe, {}),
  own: {
    get: (name) => (name === 'gameDirs' ? gameDir : undefined) as never,
    change: nothing,
    onChange: () => () => undefined,
  },
  voiceScheme: () => 'ts3server',
  ownFolder: join(dataDir, 'own'),
  env: process.env,
  log,
  now: () => new Date(),
  isOnline: () => true,
  gameTimes: { timeoutMs: 0 }, // otherwise a game that was just started would delay the next join
})
await play.installs.find()

const took: number[] = []
for (let round = 0; round < Number(rounds); round++) {
  const since = performance.now()
  let started = 0
  const { steps } = await play.join(
    { serverId: 1, anyway: false, voice: false },
    new AbortController().signal,
    ({ steps }) => {
      if (started === 0 && steps[2]?.state === 'done') started = performance.now() - since
    },
  )
  if (started === 0) throw new Error(`the game was not started: ${JSON.stringify(steps)}`)
  took.push(started)
  while ((await play.game.look()).running) await sleep(20) // a running game is not started again
}
await play.close()
await mods.close()
console.log(JSON.stringify(took))
process.exit(0)

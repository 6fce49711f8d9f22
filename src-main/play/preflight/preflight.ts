import type {
  GameInstall,
  InstallsView,
  Preflight,
  ServerLive,
  VoiceClient,
} from '../../../src-preload/contract/play.ts'
import type { GameRecipe, VoiceRecipe } from '../../settings/index.ts'
import { startsViaSteam } from '../launch/plan.ts'
import type { GamePlatform } from '../platform/index.ts'
import type { ModCheck, ModListing, PlayServer } from '../ports.ts'
import { diskLight, installLight, versionLight } from './game-lights.ts'
import { worst } from './light.ts'
import { modsLight, signatureLights } from './mod-lights.ts'
import { passwordLight, seatsLight, serverLight } from './server-lights.ts'
import { pluginLights, voiceLight } from './voice-lights.ts'

/** What the lights of one server are read from. */
export interface PreflightFacts {
  server: PlayServer
  /** When the service told of the server, ms since 1970. */
  serverAt: number
  install: GameInstall | undefined
  installs: InstallsView
  live: ServerLive | undefined
  /** Undefined: the server needs no mod. An error: the check did not come to an end. */
  check: ModCheck | Error | undefined
  listing: ModListing | undefined
  voiceClient: VoiceClient
  recipe: GameRecipe
  voice: VoiceRecipe
  platform: GamePlatform
  now: () => Date
}

/** All lights of one server, in the order of the way into the game. */
export async function preflightOf(facts: PreflightFacts): Promise<Preflight> {
  const { server, serverAt, install, installs, live, check, listing, voiceClient, recipe, voice, platform } = facts
  const ours = server.appId === null || server.appId === recipe.appId
  const missingBytes = check && !(check instanceof Error) ? check.missingBytes : 0
  const [signatures, plugin, disk] = await Promise.all([
    server.modId === null || !ours ? [] : signatureLights(install?.path, listing, recipe.signatures),
    pluginLights(voice, platform),
    diskLight(install?.path, missingBytes),
  ])
  const lamps = [
    ...(ours
      ? [installLight(install, installs.warnings, installs.installs.length > 1), versionLight(install, live)]
      : []),
    modsLight(check),
    ...signatures,
    serverLight(server, live, serverAt, ours && startsViaSteam(recipe, platform)),
    seatsLight(server, live, serverAt),
    passwordLight(server, live, serverAt),
    voiceLight(voiceClient),
    ...plugin,
    ...(ours ? [disk] : []),
  ]
  const at = facts.now().getTime()
  return {
    serverId: server.id,
    lights: lamps.map((light) => ({ ...light, at: light.at ?? at })),
    state: worst(lamps.map((light) => light.state)),
  }
}

import type { VoiceClient } from '../../../src-preload/contract/play.ts'
import type { VoiceRecipe } from '../../settings/index.ts'
import type { GamePlatform } from '../platform/index.ts'
import { checkPlugin } from '../voice/plugin.ts'
import { lamp, type Lamp } from './light.ts'

/** Whether a program answers voice links. */
export function voiceLight({ state }: VoiceClient): Lamp {
  if (state === 'installed') return lamp('voice', 'good', 'voice-ready')
  return state === 'missing'
    ? lamp('voice', 'care', 'voice-missing', { fix: 'get-voice-client' })
    : lamp('voice', 'unknown', 'voice-unknown')
}

/** Whether the voice plugin's files are really there and the right ones; no light where the profile names none. */
export async function pluginLights(voice: VoiceRecipe, platform: GamePlatform): Promise<Lamp[]> {
  if (!voice.plugin) return []
  const { name, files } = voice.plugin
  const check = await checkPlugin(platform.voicePlugins(), files, platform.path)
  if (check.state === 'ok') return [lamp('plugin', 'good', 'plugin-ok', { facts: { name } })]
  const reason = check.state === 'missing' ? 'plugin-missing' : 'plugin-differs'
  return [lamp('plugin', 'care', reason, { facts: { name }, files: check.files })]
}

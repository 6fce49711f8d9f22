import type { CommunityService } from '../../community/index.ts'
import type { Log } from '../../lib/index.ts'
import { type Belongings, PlayerService } from '../../player/index.ts'
import type { SettingsStore } from '../../settings/index.ts'
import type { Vault } from '../../vault/index.ts'
import type { AppContext } from '../context.ts'

/** Keeps the player's name for voice, which may need it before the player is read. `undefined` removes it. */
export function keepPlayerName(settings: SettingsStore, profileId: string, name: string | undefined, log: Log): void {
  const { [profileId]: known, ...others } = settings.settings.playerNames
  if (known === name) return
  try {
    settings.change({ playerNames: name === undefined ? others : { ...others, [profileId]: name } })
  } catch (error) {
    log.error('the player’s name was not kept for voice', error)
  }
}

export function openPlayerService(
  { profile, settings, log }: AppContext,
  community: CommunityService,
  vault: Vault,
  belongings: Belongings,
) {
  const player = new PlayerService(
    {
      validate: (secret) => community.validateSecret(secret),
      player: (secret, maxAgeMs) => community.read('player', { secret }, { maxAgeMs }),
      vehicles: (secret, maxAgeMs) => community.read('playerVehicles', { secret }, { maxAgeMs }),
      forget: () => community.forgetPlayer(),
    },
    {
      read: () => vault.read(profile.id, 'player-secret'),
      write: (secret) => vault.write(profile.id, 'player-secret', secret),
      forget: () => vault.forget(profile.id, 'player-secret'),
    },
    belongings,
  )
  player.onChange(({ state, name }) => {
    if (state === 'signed-in' && name === '') return // not read yet
    keepPlayerName(settings, profile.id, state === 'signed-in' ? name : undefined, log)
  })
  return player
}

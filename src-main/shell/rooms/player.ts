import type { Community } from '../../community/index.ts'
import { openPlayer } from '../../player/index.ts'
import type { Vault } from '../../vault/index.ts'
import type { AppContext } from '../context.ts'

/** Opens the player's room on the present profile. */
export function openPlayerRoom({ profile }: AppContext, community: Community, vault: Vault) {
  return openPlayer(
    {
      validate: (secret) => community.validateSecret(secret),
      player: (secret, maxAgeMs) => community.readPlayer(secret, { maxAgeMs }),
      vehicles: (secret, maxAgeMs) => community.readPlayerVehicles(secret, { maxAgeMs }),
      forget: () => community.forgetPlayer(),
    },
    {
      read: () => vault.read(profile.id, 'player-secret'),
      write: (secret) => vault.write(profile.id, 'player-secret', secret),
      forget: () => vault.forget(profile.id, 'player-secret'),
    },
  )
}

import { bankContract } from './bank.ts'
import { communityContract } from './community/index.ts'
import { playerContract } from './player.ts'
import { playContract } from './play.ts'
import { settingsContract } from './settings.ts'
import { shellContract } from './shell.ts'
import { vaultContract } from './vault.ts'

/** Every call, job and topic between page and main, by domain. */
export const contract = {
  settings: settingsContract,
  community: communityContract,
  shell: shellContract,
  vault: vaultContract,
  player: playerContract,
  bank: bankContract,
  play: playContract,
}

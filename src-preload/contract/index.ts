import { bankContract } from './bank.ts'
import { communitiesContract } from './communities.ts'
import { communityContract } from './community/index.ts'
import { diagnosticsContract } from './diagnostics.ts'
import { modsContract } from './mods.ts'
import { movingContract } from './moving.ts'
import { playerContract } from './player.ts'
import { playContract } from './play.ts'
import { profileEditorContract } from './profile-editor.ts'
import { repairContract } from './repair.ts'
import { settingsContract } from './settings.ts'
import { shellContract } from './shell.ts'
import { updatesContract } from './updates.ts'
import { vaultContract } from './vault.ts'

/** All calls, jobs and topics between page and main, by domain. */
export const contract = {
  settings: settingsContract,
  repair: { ...repairContract, ...movingContract },
  community: communityContract,
  communities: { ...communitiesContract, ...profileEditorContract },
  mods: modsContract,
  shell: shellContract,
  diagnostics: diagnosticsContract,
  updates: updatesContract,
  vault: vaultContract,
  player: playerContract,
  bank: bankContract,
  play: playContract,
}

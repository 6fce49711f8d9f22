import { communityContract } from './community/index.ts'
import { settingsContract } from './settings.ts'
import { shellContract } from './shell.ts'

/** Every call, job and topic between page and main, by domain. */
export const contract = {
  settings: settingsContract,
  community: communityContract,
  shell: shellContract,
}

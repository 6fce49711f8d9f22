import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DEMO_ID, hostsOf } from '../../settings/index.ts'
import { openSystemKeyring, Vault } from '../../vault/index.ts'
import { after } from '../after.ts'
import { builtPath } from '../built.ts'
import type { AppContext } from '../context.ts'

/** The one name under which the app's secrets stand in the system's keychain. */
const SERVICE = 'Loadout'

/** Opens the vault; nothing is read from the keychain until a secret is needed. */
export function openVaultService({ redactor, log, userData, profile, demo }: AppContext) {
  const keyring = openSystemKeyring({
    service: SERVICE,
    platform: process.platform,
    thread: pathToFileURL(builtPath('main/keyring-worker.js')),
    after,
  })
  // The demo's service is this program itself, at another port with each start.
  const hosts = demo ? DEMO_ID : hostsOf(profile)
  const vault = new Vault({ keyring, hosts, redactor, after, log: log.info })
  const profileIds = () => {
    try {
      const used = readdirSync(join(userData, 'communities'), { withFileTypes: true })
      const folders = used.filter((entry) => entry.isDirectory())
      return [...new Set([profile.id, ...folders.map(({ name }) => name)])]
    } catch {
      return [profile.id] // no other community was ever used
    }
  }
  return { vault, profileIds }
}

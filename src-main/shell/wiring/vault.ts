// Tested in Electron: bank.spec.ts
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { after } from '../../lib/index.ts'
import { DEMO_ID, hostsOf } from '../../settings/index.ts'
import { openSystemKeyring, Vault } from '../../vault/index.ts'
import { builtPath } from '../built.ts'
import type { AppContext } from '../context.ts'

/** The name of the app's secrets in the system's keychain. */
const KEYCHAIN_SERVICE = 'Loadout'

/** Opens the vault. The keychain is not read until a secret is needed. */
export function openVaultService({ redactor, log, userData, profile, demo }: AppContext) {
  const keyring = openSystemKeyring({
    service: KEYCHAIN_SERVICE,
    platform: process.platform,
    thread: pathToFileURL(builtPath('main/keyring-worker.js')),
    after,
  })
  // The demo's service is this program, on another port with each start.
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

import { pathToFileURL } from 'node:url'
import { createRedactor } from '../../src-main/lib/index.ts'
import { openSystemKeyring, Vault } from '../../src-main/vault/index.ts'

/** The service under which the children keep their secrets. */
export const SERVICE = 'loadout-test'

/** Where they may go. */
export const HOSTS = 'https://api.example'

/** A vault over the real keychain, in a child process built beside the workers. `timeout`: what becomes of its timeouts, ms. */
export function openChildVault(timeout = (ms: number) => ms): Vault {
  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(run, timeout(ms))
    return () => clearTimeout(timer)
  }
  const thread = new URL('keyring-worker.js', pathToFileURL(process.argv[1] ?? '')) // beside the program that was started
  return new Vault({
    keyring: openSystemKeyring({ service: SERVICE, platform: process.platform, thread, after }),
    hosts: HOSTS,
    redactor: createRedactor(),
    after,
    log: () => undefined,
  })
}

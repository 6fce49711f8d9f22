/** The thread for the system's keychain, whose calls may block for any time. */
import { workerData } from 'node:worker_threads'
import { serveWorker } from '../lib/worker-rpc.ts'

const { service, platform } = workerData as { service: string; platform: NodeJS.Platform }

/** Without this, the library on Linux falls back to the kernel's keyring, which a restart empties. */
const options = platform === 'linux' ? { linux: { store: 'secret-service' as const } } : undefined

const entryOf = async (account: string) => {
  const { Entry } = await import('@napi-rs/keyring')
  return new Entry(service, account, options)
}

serveWorker({
  get: async (account: string) => (await entryOf(account)).getPassword(),
  set: async ({ account, value }: { account: string; value: string }) => (await entryOf(account)).setPassword(value),
  delete: async (account: string) => (await entryOf(account)).deletePassword(),
})

/** The thread that speaks to the system's keychain: its calls may block for as long as the system likes. */
import { parentPort, workerData } from 'node:worker_threads'
import type { KeyringAnswer, KeyringQuestion } from './keyring-thread.ts'

const { service, platform } = workerData as { service: string; platform: NodeJS.Platform }

/** On Linux the library would quietly fall back to the kernel's keyring, which a restart empties. */
const options = platform === 'linux' ? { linux: { store: 'secret-service' as const } } : undefined

async function use({ ask, account, value = '' }: KeyringQuestion): Promise<string | boolean | null> {
  const { Entry } = await import('@napi-rs/keyring')
  const entry = new Entry(service, account, options)
  if (ask === 'get') return entry.getPassword()
  if (ask === 'delete') return entry.deletePassword()
  entry.setPassword(value)
  return true
}

parentPort?.on('message', (question: KeyringQuestion) => {
  const say = (answer: KeyringAnswer) => parentPort?.postMessage(answer)
  void use(question).then(
    (value) => say({ value }),
    (error: unknown) => say({ error: error instanceof Error ? error.message : String(error) }),
  )
})

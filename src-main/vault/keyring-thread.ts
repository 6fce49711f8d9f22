import { Worker } from 'node:worker_threads'

export interface KeyringQuestion {
  ask: 'get' | 'set' | 'delete'
  account: string
  value?: string
}

/** `error` in the library's words. */
export type KeyringAnswer = { value: string | boolean | null } | { error: string }

/** A thread with the keychain on it. */
export interface KeyringThread {
  /** True once it is gone, of itself or because it was ended. */
  readonly ended: boolean
  /** Asks one question; the next one may come when it is answered. Rejects with the library's plain errors. */
  ask(question: KeyringQuestion): Promise<string | boolean | null>
  /** Ends it while nothing is asked. */
  end(): void
  /** Ends it though it hangs in a call of the system: then it stays until that comes back, or the process ends. */
  abandon(): void
}

/** Threads that were abandoned and are not gone yet. */
const hanging = new Set<Worker>()

/** A process that exits waits for its threads, and one that hangs may never end: then the process ends without it. */
function endWithout(): void {
  if (hanging.size > 0) process.kill(process.pid, 'SIGKILL')
}

function abandon(worker: Worker): void {
  if (hanging.size === 0) process.on('exit', endWithout)
  hanging.add(worker)
  void worker.terminate().finally(() => {
    hanging.delete(worker)
    if (hanging.size === 0) process.off('exit', endWithout)
  })
}

/** Starts the built `keyring-worker` at `url`. */
export function startKeyringThread(
  url: URL,
  workerData: { service: string; platform: NodeJS.Platform },
): KeyringThread {
  const worker = new Worker(url, { workerData })
  worker.unref()
  let settle: { resolve: (value: string | boolean | null) => void; reject: (error: Error) => void } | undefined
  let ended = false
  const fail = (error: Error) => settle?.reject(error)
  worker.on('message', (answer: KeyringAnswer) => {
    if ('error' in answer) fail(new Error(answer.error))
    else settle?.resolve(answer.value)
  })
  worker.on('error', (error: Error) => {
    ended = true
    fail(error)
  })
  worker.on('exit', () => {
    ended = true
    fail(new Error('the thread of the keychain ended without an answer'))
  })
  return {
    get ended() {
      return ended
    },
    ask: (question) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject }
        worker.postMessage(question)
      }),
    end: () => void worker.terminate(),
    abandon: () => abandon(worker),
  }
}

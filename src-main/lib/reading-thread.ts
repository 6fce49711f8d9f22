import pLimit from 'p-limit'
import { WorkerClient, WorkerGone } from './worker-rpc.ts'

/** Much longer than a slow computer needs for the largest allowed answer. */
const DEADLINE_MS = 15_000

/** A thread's heap, MB. A text of many small records takes several times its size. */
const HEAP = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }

/**
 * A thread that reads untrusted texts, one at a time. If a text takes too much time or memory, the thread is ended and only that text
 * fails. The next text gets a new thread.
 */
export class ReadingThread {
  readonly #url: URL
  readonly #deadlineMs: number
  readonly #inTurn = pLimit(1)
  #client: WorkerClient | undefined
  #isClosed = false

  /** @param url the built worker, which calls `serveWorker` */
  constructor(url: URL, deadlineMs = DEADLINE_MS) {
    this.#url = url
    this.#deadlineMs = deadlineMs
  }

  /** Starts the thread before the first text arrives. */
  start(): WorkerClient {
    if (!this.#client || this.#client.isGone) this.#client = new WorkerClient(this.#url, { resourceLimits: HEAP })
    return this.#client
  }

  /** Calls a method. @throws what the method throws, `WorkerGone`, or the signal's reason while the call waits its turn */
  call<T>(method: string, input: unknown, signal?: AbortSignal): Promise<T> {
    return this.#inTurn(() => {
      signal?.throwIfAborted()
      if (this.#isClosed) throw new WorkerGone('closed')
      return this.start().call<T>(method, input, { deadlineMs: this.#deadlineMs })
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.terminate()
  }
}

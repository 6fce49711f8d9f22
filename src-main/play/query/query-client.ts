import { isIPv6 } from 'node:net'
import { noteTraffic, WorkerClient } from '../../lib/index.ts'
import { type Patience, type Query, type QueryAnswer, type ServerInfo, WAITS_PER_TRY } from './server-info.ts'

/** How the query thread is kept. */
export interface QueryClientParts {
  /** The built `query-worker`. */
  url: URL
  /** The thread ends when nothing was asked for so long. */
  idleTimeoutMs: number
  /** What a query may take longer than its tries (the thread starts, the machine is busy) before the thread is ended. */
  graceMs: number
}

/** What the answers of servers may fill; the library itself takes a third of it. */
const resourceLimits = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 4, stackSizeMb: 2 }

/** Queries game servers in a thread of their own, which starts with the first query and ends after a while without any. */
export class QueryClient {
  readonly #parts: QueryClientParts
  #worker: WorkerClient | undefined
  #openQueries = 0
  #idleTimer: NodeJS.Timeout | undefined

  constructor(parts: QueryClientParts) {
    this.#parts = parts
  }

  /** Whether a thread is there now. */
  get isAwake(): boolean {
    return this.#worker?.isGone === false
  }

  /**
   * Asks a server for its information (A2S_INFO over UDP, IPv4); undefined when it does not answer. Never throws.
   * `host` and `port` have been checked.
   */
  async ask(host: string, port: number, patience: Patience): Promise<ServerInfo | undefined> {
    return (await this.#query({ host, port, patience }))?.info
  }

  /** Names of the keys whose signatures a server takes (A2S_RULES); undefined where it does not tell. Never throws. */
  async keys(host: string, port: number, patience: Patience): Promise<string[] | undefined> {
    return (await this.#query({ host, port, patience, keys: true }))?.keys
  }

  async #query(query: Query): Promise<QueryAnswer | undefined> {
    const { host, port, patience } = query
    if (isIPv6(host)) return undefined // the library speaks IPv4 only
    const place = `${host}:${port}`
    clearTimeout(this.#idleTimer)
    this.#openQueries++
    try {
      const answer = await this.#awake().call<QueryAnswer>('query', query, {
        deadlineMs: patience.tries * patience.timeoutMs * WAITS_PER_TRY + this.#parts.graceMs,
        onEvent: (sentBytes) => noteTraffic(place, { sentBytes: Number(sentBytes) }),
      })
      noteTraffic(place, { requests: 0, receivedBytes: answer.receivedBytes })
      return answer
    } catch {
      return undefined // the thread was ended: it failed or took too long
    } finally {
      if (--this.#openQueries === 0) this.#planEnd()
    }
  }

  close(): void {
    clearTimeout(this.#idleTimer)
    void this.#worker?.terminate()
  }

  /** The thread is given nothing of this process: no environment, no flags. */
  #awake(): WorkerClient {
    if (!this.#worker || this.#worker.isGone)
      this.#worker = new WorkerClient(this.#parts.url, { resourceLimits, env: {} })
    return this.#worker
  }

  #planEnd(): void {
    this.#idleTimer = setTimeout(() => this.close(), this.#parts.idleTimeoutMs)
    this.#idleTimer.unref()
  }
}

import { isIPv6 } from 'node:net'
import { Worker } from 'node:worker_threads'
import { noteTraffic } from '../../lib/index.ts'
import type { Patience, ServerInfo } from './answer.ts'
import { LONGEST_TRY, type FromThread, type Question } from './question.ts'

/** How the thread is kept. */
export interface ThreadParts {
  /** The built `query-worker`. */
  url: URL
  /** It ends when nothing was asked for so long. */
  restMs: number
  /** What a question may take longer than its tries (the thread starts, the machine is busy) before the thread is ended. */
  graceMs: number
}

/** Asks game servers in a thread of their own. */
export interface ServerQuestions {
  /**
   * Asks a server for its information (A2S_INFO over UDP, IPv4); undefined when it does not answer. Never throws.
   * `host` and `port` have been checked.
   */
  ask(host: string, port: number, patience: Patience): Promise<ServerInfo | undefined>
  /** Whether a thread is there now. */
  readonly awake: boolean
  close(): void
}

interface Waiting {
  place: string
  end(info?: ServerInfo): void
}

/** What the answers of servers may fill; the library itself takes a third of it. */
const resourceLimits = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 4, stackSizeMb: 2 }

interface Thread {
  ask(question: Question, place: string, deadlineMs: number): Promise<ServerInfo | undefined>
  readonly idle: boolean
  end(): void
}

/** Starts a thread; whatever ends it, all that wait for it get no answer. `onQuiet`: nobody waits any more. */
function startThread(url: URL, onQuiet: () => void, onGone: () => void): Thread {
  // It is given nothing of this process: no environment, no flags.
  const worker = new Worker(url, { resourceLimits, env: {}, argv: [], execArgv: [] })
  worker.unref()
  const waiting = new Map<number, Waiting>()
  let gone = false
  const end = () => {
    if (gone) return
    gone = true
    onGone()
    for (const { end: stop } of [...waiting.values()]) stop()
    void worker.terminate()
  }
  worker.on('message', (message: FromThread) => {
    const one = waiting.get(message.id)
    if (!one) return
    if ('sentBytes' in message) return noteTraffic(one.place, { sentBytes: message.sentBytes })
    noteTraffic(one.place, { requests: 0, receivedBytes: message.receivedBytes })
    one.end(message.info)
  })
  worker.on('error', end)
  worker.on('messageerror', end)
  worker.on('exit', end)
  return {
    ask: (question, place, deadlineMs) =>
      new Promise((resolve) => {
        const deadline = setTimeout(end, deadlineMs)
        deadline.unref()
        const stop = (info?: ServerInfo) => {
          clearTimeout(deadline)
          waiting.delete(question.id)
          resolve(info)
          if (waiting.size === 0 && !gone) onQuiet()
        }
        waiting.set(question.id, { place, end: stop })
        worker.postMessage(question)
      }),
    get idle() {
      return waiting.size === 0
    },
    end,
  }
}

/** Nothing is started before the first question, and nothing stays when the last one is long answered. */
export function openQuestions({ url, restMs, graceMs }: ThreadParts): ServerQuestions {
  let thread: Thread | undefined
  let rest: NodeJS.Timeout | undefined
  let asked = 0
  const start = (): Thread => {
    const started: Thread = startThread(
      url,
      () => {
        clearTimeout(rest)
        rest = setTimeout(() => started.idle && started.end(), restMs)
        rest.unref()
      },
      () => {
        if (thread === started) thread = undefined
      },
    )
    return started
  }
  return {
    async ask(host, port, patience) {
      if (isIPv6(host)) return undefined // the library speaks IPv4 only
      thread ??= start()
      const deadlineMs = patience.tries * patience.timeoutMs * LONGEST_TRY + graceMs
      return thread.ask({ id: ++asked, host, port, patience }, `${host}:${port}`, deadlineMs)
    },
    get awake() {
      return thread !== undefined
    },
    close: () => thread?.end(),
  }
}

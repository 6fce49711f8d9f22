import { isMainThread, parentPort, Worker, type ResourceLimits, type TransferListItem } from 'node:worker_threads'

interface WireError {
  name: string
  message: string
  code?: unknown
  stack?: string
}

type ToWorker = { id: number; method: string; input: unknown } | { cancel: number }
type RpcAnswer = { id: number } & ({ value: unknown } | { error: WireError } | { event: unknown })
type FromWorker = RpcAnswer | { ready: true }

/** The worker ended without an answer, or it was stopped because it was too slow. */
export class WorkerGone extends Error {
  override readonly name = 'WorkerGone'
  /** `ETIMEDOUT` if it was silent for too long. */
  code?: 'ETIMEDOUT'
}

export interface CallOptions {
  /** If the answer takes longer, the worker is ended and all open calls fail with {@link WorkerGone}. */
  deadlineMs?: number
  /**
   * If no event and no answer arrives for this long, the worker is abandoned and the call fails with ETIMEDOUT. A worker that still starts
   * is not silent.
   */
  silenceMs?: number
  /** A mark that changes while the worker works without events. Undefined: it may be silent now. */
  mark?: () => string | undefined
  /** Aborts the method's own signal in the worker. The method decides how the call then ends. */
  signal?: AbortSignal
  /** If the call lasts longer than this after the abort, the worker is abandoned. */
  graceMs?: number
  /** Called with each event that the method emits while it works. */
  onEvent?: (event: unknown) => void
  transfer?: readonly TransferListItem[]
}

export interface WorkerOptions {
  workerData?: unknown
  resourceLimits?: ResourceLimits
}

interface OpenCall {
  resolve(value: unknown): void
  reject(error: Error): void
  onEvent: (event: unknown) => void
}

/** Clients whose abandoned threads have not ended yet. */
const abandoned = new Set<WorkerClient>()

/**
 * The number of checks within `silenceMs`. After the computer slept, only one of them is late, so that a sleep does not count as silence.
 */
const LOOKS = 10

/** A thread that takes longer to end hangs in a system call. */
const END_MS = 1_000

const killProcess = () => void process.kill(process.pid, 'SIGKILL')

const fromWire = ({ message, ...rest }: WireError): Error => Object.assign(new Error(message), rest)

const toWire = (error: unknown): WireError => {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  return {
    name: error.name,
    message: error.message,
    code: 'code' in error ? error.code : undefined,
    stack: error.stack,
  }
}

/**
 * Calls methods in a worker thread. The thread keeps the process alive only while a call is open. When the thread ends, all open calls fail
 * with {@link WorkerGone}, and a new client must be made.
 */
export class WorkerClient {
  readonly #worker: Worker
  readonly #open = new Map<number, OpenCall>()
  #isReady = false
  #lastId = 0
  #ended: Error | undefined

  /** @param url the built worker, which calls {@link serveWorker} */
  constructor(url: URL, { workerData, resourceLimits }: WorkerOptions = {}) {
    this.#worker = new Worker(url, { workerData, resourceLimits })
    this.#worker.unref()
    this.#worker.on('message', (message: FromWorker) => this.#receive(message))
    this.#worker.on('error', (error: Error) => this.#end(new WorkerGone(error.message, { cause: error })))
    this.#worker.on('messageerror', (error: Error) => void this.terminate(error.message))
    this.#worker.on('exit', () => this.#end(new WorkerGone('the worker ended without an answer')))
  }

  get isGone(): boolean {
    return this.#ended !== undefined
  }

  /** Calls a method. @throws the method's error, with its name, message and code; {@link WorkerGone} */
  async call<T>(method: string, input?: unknown, options: CallOptions = {}): Promise<T> {
    if (this.#ended) throw this.#ended
    const id = ++this.#lastId
    const { deadlineMs, silenceMs, mark, graceMs, signal, onEvent, transfer } = options
    let grace: NodeJS.Timeout | undefined
    const cancel = () => {
      this.#worker.postMessage({ cancel: id } satisfies ToWorker)
      if (graceMs !== undefined) grace = setTimeout(() => this.abandon(`${method} did not stop`), graceMs)
    }
    const timer =
      deadlineMs === undefined
        ? undefined
        : setTimeout(() => void this.terminate(`${method} took too long`), deadlineMs)
    let silentLooks = 0
    const follow = (event: unknown) => {
      silentLooks = 0
      onEvent?.(event)
    }
    let seen: string | undefined
    const look = () => {
      if (!this.#isReady) return
      const before = seen
      seen = mark?.()
      if (mark && (seen === undefined || seen !== before)) silentLooks = 0
      else if (++silentLooks >= LOOKS) this.abandon(`${method} was silent for too long`, 'ETIMEDOUT')
    }
    const listening = silenceMs === undefined ? undefined : setInterval(look, silenceMs / LOOKS)
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#open.set(id, { resolve, reject, onEvent: follow })
        this.#worker.ref()
        this.#worker.postMessage({ id, method, input } satisfies ToWorker, transfer)
        if (signal?.aborted) cancel()
        else signal?.addEventListener('abort', cancel, { once: true })
      })
    } finally {
      clearTimeout(timer)
      clearTimeout(grace)
      clearInterval(listening)
      signal?.removeEventListener('abort', cancel)
      this.#open.delete(id)
      if (this.#open.size === 0) this.#worker.unref()
    }
  }

  /** Ends the thread. Settles when it has ended; never if it hangs in a system call. */
  terminate(why = 'the worker was ended'): Promise<unknown> {
    this.#end(new WorkerGone(why))
    this.#worker.unref()
    return this.#worker.terminate()
  }

  /**
   * Ends a thread that hangs in a system call. The thread remains until that call returns. If the process exits before that, it is killed,
   * because its exit would wait for the thread.
   */
  abandon(why: string, code?: WorkerGone['code']): void {
    this.#end(Object.assign(new WorkerGone(why), { code }))
    if (abandoned.size === 0) process.on('exit', killProcess)
    abandoned.add(this)
    void this.terminate(why).finally(() => {
      abandoned.delete(this)
      if (abandoned.size === 0) process.off('exit', killProcess)
    })
  }

  /** Ends the thread. Settles when it has ended, or when it is abandoned because it hangs. */
  async end(): Promise<void> {
    if (abandoned.has(this)) return
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.abandon('it hangs')
        resolve()
      }, END_MS)
    })
    await Promise.race([this.terminate(), late])
    clearTimeout(timer)
  }

  #receive(message: FromWorker): void {
    if ('ready' in message) return void (this.#isReady = true)
    const call = this.#open.get(message.id)
    if ('event' in message) call?.onEvent(message.event)
    else if ('error' in message) call?.reject(fromWire(message.error))
    else call?.resolve(message.value)
  }

  #end(error: Error): void {
    this.#ended ??= error
    for (const { reject } of this.#open.values()) reject(this.#ended)
    this.#open.clear()
  }
}

export interface Serving {
  /** Aborts when the caller gives up. */
  signal: AbortSignal
  /** Sends an event to the caller while the method works. */
  emit(event: unknown): void
}

/** Serves methods by name in a worker thread. Errors that a method throws reach the caller. */
export function serveWorker(methods: Record<string, (input: never, serving: Serving) => unknown>): void {
  const port = parentPort
  if (isMainThread || !port) throw new Error('serveWorker runs in a worker thread')
  const running = new Map<number, AbortController>()
  const answer = (message: FromWorker) => port.postMessage(message)
  const serve = async (id: number, name: string, input: unknown): Promise<void> => {
    const control = new AbortController()
    running.set(id, control)
    try {
      const method = methods[name]
      if (!method) throw new Error(`there is no method ${name}`)
      const value = await method(input as never, { signal: control.signal, emit: (event) => answer({ id, event }) })
      answer({ id, value })
    } catch (error) {
      answer({ id, error: toWire(error) })
    } finally {
      running.delete(id)
    }
  }
  port.on('message', (message: ToWorker) => {
    if ('cancel' in message) running.get(message.cancel)?.abort()
    else void serve(message.id, message.method, message.input)
  })
  answer({ ready: true })
}

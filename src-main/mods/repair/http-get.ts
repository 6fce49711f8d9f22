import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'

/** What hears an answer. Where a method gives a promise, nothing more comes until it is fulfilled; what it throws ends all. */
export interface Hearer {
  head(status: number, headers: IncomingHttpHeaders): Promise<void> | undefined
  data(chunk: Buffer): Promise<void> | undefined
}

/** One question to a source. */
export interface Question {
  url: URL
  headers: Record<string, string>
  dispatcher: Dispatcher
  signal: AbortSignal
}

/**
 * Asks by GET, and hears the answer chunk by chunk as the line brings it: no stream in between, which would cost as much
 * as the line itself. Settles when all is heard; rejects with what `hear` threw, the signal's reason, or undici's error.
 */
export function httpGet({ url, headers, dispatcher, signal }: Question, hear: Hearer): Promise<void> {
  return new Promise((resolve, reject) => {
    let talk: Dispatcher.DispatchController | undefined
    let ended: Error | undefined
    const onAbort = () => end(signal.reason as Error)
    const end = (error: Error) => {
      ended ??= error
      signal.removeEventListener('abort', onAbort)
      reject(error)
      if (talk?.aborted === false) talk.abort(error)
    }
    const heard = (controller: Dispatcher.DispatchController, work: () => Promise<void> | undefined) => {
      if (ended) return
      try {
        const done = work()
        if (!done) return
        controller.pause()
        done.then(() => controller.resume(), end)
      } catch (error) {
        end(error as Error)
      }
    }
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    dispatcher.dispatch(
      { origin: url.origin, path: `${url.pathname}${url.search}`, method: 'GET', headers },
      {
        onRequestStart(controller) {
          talk = controller
          if (ended) controller.abort(ended)
        },
        onResponseStart: (controller, status, answered) => heard(controller, () => hear.head(status, answered)),
        onResponseData: (controller, chunk) => heard(controller, () => hear.data(chunk)),
        onResponseEnd() {
          signal.removeEventListener('abort', onAbort)
          resolve()
        },
        onResponseError: (_, error) => end(error),
      },
    )
  })
}

import type { Dispatcher } from 'undici'

/**
 * Never pauses an answer whose last byte has come. Without this, undici 7 ends the process with an uncatchable assertion where the
 * server closes the connection while the answer waits for its reader (nodejs/undici#5360, mended in 8, which Node 20 cannot run).
 * The last bytes are in memory by then, so not pausing costs nothing.
 */
export const noPauseAtEnd: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  let left = NaN
  return dispatch(options, {
    onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
    onRequestUpgrade: (...answer) => handler.onRequestUpgrade?.(...answer),
    onResponseStart(controller, status, headers, message) {
      left = Number(headers['content-length'] ?? NaN)
      handler.onResponseStart?.(controller, status, headers, message)
    },
    onResponseData(controller, chunk) {
      handler.onResponseData?.(controller, chunk)
      left -= chunk.length
      if (left === 0) controller.resume()
    },
    onResponseEnd: (...answer) => handler.onResponseEnd?.(...answer),
    onResponseError: (...answer) => handler.onResponseError?.(...answer),
  })
}

/** Sends the latest value at most once per `everyMs`; `end` sends what is still held back, then nothing more. */
export function throttleLatest<T>(everyMs: number, send: (value: T) => void): { push(value: T): void; end(): void } {
  let held: { value: T } | undefined
  let timer: NodeJS.Timeout | undefined
  let ended = false
  const flush = () => {
    timer = undefined
    if (!held) return
    const { value } = held
    held = undefined
    timer = setTimeout(flush, everyMs)
    send(value)
  }
  return {
    push(value) {
      if (ended) return
      held = { value }
      if (!timer) flush()
    },
    end() {
      if (ended) return
      ended = true
      clearTimeout(timer)
      if (held) send(held.value)
      held = undefined
    },
  }
}

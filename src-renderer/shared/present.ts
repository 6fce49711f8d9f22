import { createSubscriber } from 'svelte/reactivity'

const MINUTE_MS = 60_000

const eachMinute = createSubscriber((update) => {
  let timer: ReturnType<typeof setTimeout>
  const plan = () => {
    timer = setTimeout(
      () => {
        plan()
        update()
      },
      MINUTE_MS - (Date.now() % MINUTE_MS),
    )
  }
  plan()
  return () => clearTimeout(timer)
})

/** Milliseconds since 1970. What is drawn with it is drawn again at each full minute, because a screen may stay open for days. */
export function presentTime(): number {
  eachMinute()
  return Date.now()
}

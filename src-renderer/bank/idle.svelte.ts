const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** How often the clock is looked at. A timer of the whole time would stand still while the computer sleeps. */
const LOOK_MS = 5_000

/** Calls `run` after `minutes` (0: never) without input. Call it where `$effect` is allowed: it lives as long as its component. */
export function afterIdle(minutes: () => number, run: () => void): void {
  $effect(() => {
    const patience = minutes() * 60_000
    if (patience === 0) return
    let last: number | undefined = Date.now()
    const look = () => {
      if (last === undefined || Math.abs(Date.now() - last) < patience) return // the clock may be set back
      last = undefined
      run()
    }
    const touched = () => {
      look() // the first input after a sleep may be another person's
      last = Date.now()
    }
    const timer = setInterval(look, LOOK_MS)
    for (const sign of signs) addEventListener(sign, touched, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      for (const sign of signs) removeEventListener(sign, touched, { capture: true })
    }
  })
}

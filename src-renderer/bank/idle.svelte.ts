const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Calls `run` after `minutes` (0: never) without input. Call it where `$effect` is allowed: it lives as long as its component. */
export function afterIdle(minutes: () => number, run: () => void): void {
  $effect(() => {
    const patience = minutes() * 60_000
    if (patience === 0) return
    let timer = setTimeout(run, patience)
    const touched = () => {
      clearTimeout(timer)
      timer = setTimeout(run, patience)
    }
    for (const sign of signs) addEventListener(sign, touched, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) removeEventListener(sign, touched, { capture: true })
    }
  })
}

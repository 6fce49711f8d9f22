const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

/** Calls `run` when nothing was touched for `minutes` (0: never). Effect only: starts and stops with its component. */
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

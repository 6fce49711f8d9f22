/** The input that is held: done at last, or let go of where there is nobody to do it for. */
export interface HeldInput {
  /** Ends the holding and does what was held, in its order. */
  release(): void
  /** Ends the holding; what was held is forgotten. */
  drop(): void
}

/**
 * The first picture stands before the script that makes it live: what is clicked and typed in between is kept, and done once
 * it is released. The elements are the same then.
 */
export function holdInput(): HeldInput {
  const held: (() => void)[] = []
  const holdClick = (event: MouseEvent) => {
    event.preventDefault()
    held.push(() => event.target?.dispatchEvent(new MouseEvent('click', event)))
  }
  const holdKey = (event: KeyboardEvent) => {
    held.push(() => event.target?.dispatchEvent(new KeyboardEvent('keydown', event)))
  }
  addEventListener('click', holdClick, true)
  addEventListener('keydown', holdKey, true)
  const drop = () => {
    removeEventListener('click', holdClick, true)
    removeEventListener('keydown', holdKey, true)
  }
  return {
    drop,
    release() {
      drop()
      for (const again of held) again()
    },
  }
}

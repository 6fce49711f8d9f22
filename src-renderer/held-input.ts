/**
 * The first picture stands before the script that makes it live: what is clicked and typed in between is kept, and done once
 * the returned function is called. The elements are the same then.
 */
export function holdInput(): () => void {
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
  return () => {
    removeEventListener('click', holdClick, true)
    removeEventListener('keydown', holdKey, true)
    for (const again of held) again()
  }
}

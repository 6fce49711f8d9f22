/** An attachment for what the player was led to: marks it for a moment, and scrolls to it unless it is in sight as a whole. */
export const reveal = (isWanted: boolean) => (element: HTMLElement) => {
  if (!isWanted) return
  element.dataset['revealed'] = ''
  const { top, bottom } = element.getBoundingClientRect()
  const sight = element.closest('main')?.getBoundingClientRect()
  if (!sight || top < sight.top || bottom > sight.bottom) element.scrollIntoView({ block: 'start' })
}

/** An attachment that scrolls to the setting or card with this title when it is drawn. A setting's control gets the focus. */
export const revealTitled = (title: string | undefined) => (place: HTMLElement) => {
  if (!title) return
  const lead = () => {
    const found = [...place.querySelectorAll('label, h2')].find(({ textContent }) => textContent.trim() === title)
    if (found instanceof HTMLLabelElement) found.control?.focus()
    found?.scrollIntoView({ block: 'center' })
    return found !== undefined
  }
  if (lead()) return
  const observer = new MutationObserver(() => lead() && observer.disconnect())
  observer.observe(place, { childList: true, subtree: true })
  return () => observer.disconnect()
}

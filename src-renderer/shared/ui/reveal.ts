/** An attachment that brings what the player was led to into view, once it is there. */
export const reveal = (isWanted: boolean) => (element: HTMLElement) => {
  if (isWanted) element.scrollIntoView({ block: 'start' })
}

/** An attachment that brings the setting or card with this title into view once it is there; a setting's control gets the focus. */
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

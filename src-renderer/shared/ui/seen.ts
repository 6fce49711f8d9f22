/** So much of it must stand above the window's lower edge. */
const MARGIN = '0px 0px -64px'

/** An attachment that tells once that the player has it in view. */
export const seen = (tell: () => void) => (element: HTMLElement) => {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      tell()
    },
    { rootMargin: MARGIN },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

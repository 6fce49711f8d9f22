/** Longest wait for the word of a first picture, ms: the system may never give it, and the page would never be live. */
const PATIENCE_MS = 3_000

/** Settles once the page's first picture is on screen; at once where nobody sees the window, and after a while in any case. */
export const firstPicture = (): Promise<void> =>
  new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    const look = () => {
      if (document.visibilityState === 'hidden') settle()
    }
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) settle()
    })
    const timer = setTimeout(settle, PATIENCE_MS)
    document.addEventListener('visibilitychange', look)
    observer.observe({ type: 'paint', buffered: true })
    look()
  })

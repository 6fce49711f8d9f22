/** Settles once the page's first picture is on screen; at once where nobody sees the window. */
export const firstPicture = (): Promise<void> =>
  new Promise((settle) => {
    const look = () => {
      if (document.visibilityState === 'hidden') settle()
    }
    document.addEventListener('visibilitychange', look)
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      document.removeEventListener('visibilitychange', look)
      settle()
    })
    observer.observe({ type: 'paint', buffered: true })
    look()
  })

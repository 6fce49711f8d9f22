import type { Page } from '@playwright/test'

/** Collects all layout shifts from here on, also those right after a click. The returned function gives those since its last call. */
export async function watchMoves(page: Page): Promise<(screen: string) => Promise<string[]>> {
  const moves = await page.evaluateHandle(() => {
    const seen: { value: number; what: string }[] = []
    const note = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[]) {
        const { node } = entry.sources[0] ?? {}
        seen.push({
          value: entry.value,
          what: `${node instanceof Element ? node.outerHTML.slice(0, 60) : ''} ${node?.textContent?.slice(0, 60) ?? '?'}`,
        })
      }
    }
    const observer = new PerformanceObserver((list) => note(list.getEntries()))
    observer.observe({ type: 'layout-shift' })
    return async () => {
      // what is in the document now is laid out and counted in the next frame
      await new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))
      note(observer.takeRecords())
      return seen.splice(0)
    }
  })
  return async (screen) =>
    (await moves.evaluate((take) => take())).map(({ value, what }) => `${screen} ${value.toFixed(6)}: ${what}`)
}

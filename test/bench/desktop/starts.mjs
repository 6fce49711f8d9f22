// The time from a program's start to its first useful paint, and its memory at rest.
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright'
import { memoryOf } from './processes.mjs'
import { start } from './programs.mjs'

const PAGES = /^(app:\/\/ui\/|file:)/

/**
 * Moments (ms since 1970) of the first contentful paint, of the paints that the page itself marks (`elementtiming`), and of its `live`
 * mark.
 */
const paints = (page) =>
  page.evaluate(async () => {
    const entries = (type) =>
      new Promise((done) => {
        const observer = new PerformanceObserver((list) => done(list.getEntries()))
        observer.observe({ type, buffered: true })
        setTimeout(() => done([]), 1000)
      })
    const [drawn, marked] = [await entries('paint'), await entries('element')]
    // the browser counts shifts from the window's first size as caused by input; a player does not see them
    const shifts = (await entries('layout-shift')).filter(({ hadRecentInput }) => !hadRecentInput)
    const moments = drawn.map(({ name, startTime }) => [name, performance.timeOrigin + startTime])
    const live = performance
      .getEntriesByName('live')
      .map(({ startTime }) => ['live', performance.timeOrigin + startTime])
    moments.push(...live)
    for (const { identifier, renderTime } of marked) moments.push([identifier, performance.timeOrigin + renderTime])
    return { moments: Object.fromEntries(moments.reverse()), shift: shifts.reduce((all, { value }) => all + value, 0) }
  })

/**
 * Starts a program once and measures it after `restMs`.
 * @param {string[]} args
 * @param {{ restMs: number }} options
 */
export async function measureStart(args, { restMs }) {
  const { began, pid, door, stop } = start(args)
  try {
    const address = await door
    await sleep(restMs)
    const bytes = memoryOf(pid) // before a debugger increases it
    const browser = await chromium.connectOverCDP(address)
    try {
      const [page] = browser
        .contexts()
        .flatMap((context) => context.pages())
        .filter((one) => PAGES.test(one.url()))
      const { moments, shift } = await paints(page)
      const ms = Object.fromEntries(Object.entries(moments).map(([name, at]) => [name, at - began]))
      return { ms, bytes, shift }
    } finally {
      await browser.close()
    }
  } finally {
    await stop()
  }
}

// What a program uses of the processor while its window is hidden.
import { setTimeout as sleep } from 'node:timers/promises'
import { _electron } from 'playwright'
import { cpuOf, sum } from './processes.mjs'
import { electron, env, root } from './programs.mjs'

/** Opens a program and hides its window; `isThere` tells the page's address from the empty one before it. */
async function openHidden(args) {
  const app = await _electron.launch({ executablePath: electron, args, cwd: root, env })
  const page = await app.firstWindow()
  await page.waitForURL(/^(app|file):/, { waitUntil: 'load' }) // a window is there before its page is
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
  return app
}

/**
 * Shares of a core, each over the same time: all programs side by side, since what is counted is processor time, not the clock's.
 * @param {string[][]} programs arguments of each
 * @returns {Promise<{ percent: number, byKind: Record<string, number> }[]>}
 */
export async function measureHidden(programs, { restMs, seconds }) {
  const apps = []
  try {
    for (const args of programs) apps.push(await openHidden(args))
    await sleep(restMs) // the start is over
    const before = apps.map((app) => cpuOf(app.process().pid))
    await sleep(seconds * 1000)
    const percent = (used) => (used / seconds) * 100
    return apps.map((app, at) => {
      const after = cpuOf(app.process().pid)
      const of = (list, kind) => sum(list.filter((one) => one.kind === kind).map((one) => one.seconds))
      const kinds = [...new Set(after.map(({ kind }) => kind))]
      const byKind = Object.fromEntries(
        kinds.map((kind) => [kind, percent(of(after, kind) - of(before[at] ?? [], kind))]),
      )
      return { percent: sum(Object.values(byKind)), byKind }
    })
  } finally {
    await Promise.all(apps.map((app) => app.close()))
  }
}

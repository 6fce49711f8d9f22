import { join } from 'node:path'
import { expect, test } from './support/app.ts'
import { heldBy, measurable, walk, work, type Held } from './support/soak.ts'

/** `npm run soak` plays an hour; the tests as a whole play as much of it as tells a leak from none. */
const isHour = process.env.LOADOUT_SOAK === 'hour'
const WARM_UP = isHour ? 3 : 1
const ROUNDS = isHour ? 20 : 1
/** Page time that passes in a round beside what its work takes. */
const ROUND_MS = 3 * 60_000
/** An hour tells a little from nothing. In one round what is only on its way to be collected weighs more; a screen that is held on to, far more. */
const GROWTH = isHour ? 1.05 : 1.15
/** Home may show a button more than at first; what leaks does so with each screen. */
const SLACK = 1

const most = (held: readonly Held[], key: keyof Held) => Math.max(...held.map((one) => one[key]))

test('over many refreshes, jobs and changes of screen nothing is held on to', async ({ start }) => {
  if (isHour) test.setTimeout(30 * 60_000)
  const { app, page, userData } = await start({ args: measurable })
  await page.locator('[data-action="welcome-skip"], [data-nav="home"]').first().waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await page.clock.install()
  const file = join(userData, 'demo/game/@Nordwind/addons/nw_trucks.pbo')
  const found: Held[] = []
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    await walk(page)
    if (isHour || round === 0) await work(page, file, round === 0)
    await page.clock.fastForward(ROUND_MS) // what is due in the meantime is asked for
    await expect(page.locator('main .as-of.live time').first()).toBeVisible()
    found.push(await heldBy(app, session))
  }
  if (isHour) console.table(found)
  const warm = found.slice(0, WARM_UP)
  // what is only on its way when it is measured, as a screen just left, is let go of soon; what is held on to never is
  await expect(async () => {
    const now = await heldBy(app, session)
    for (const key of ['pageHeap', 'mainHeap', 'pageNodes'] as const)
      expect(now[key], key).toBeLessThanOrEqual(most(warm, key) * GROWTH)
    for (const key of ['pageListeners', 'mainTimers', 'mainListeners'] as const)
      expect(now[key], key).toBeLessThanOrEqual(most(warm, key) + SLACK)
  }).toPass({ timeout: 60_000 })
})

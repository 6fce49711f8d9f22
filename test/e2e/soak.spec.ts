import { join } from 'node:path'
import { expect, test } from './support/app.ts'
import { heldBy, measurable, walk, work, type Held } from './support/soak.ts'

/** `npm run soak` plays an hour. The whole test run plays just enough of it to notice a leak. */
const isHour = process.env.LOADOUT_SOAK === 'hour'
const WARM_UP = isHour ? 3 : 1
const ROUNDS = isHour ? 20 : 1
/** Page time that each round skips, in addition to the time of its work. */
const ROUND_MS = 3 * 60_000
/**
 * An hour shows even small leaks. In one round, objects that wait for the garbage collector weigh more, but a leaked screen weighs far
 * more.
 */
const GROWTH = isHour ? 1.05 : 1.15
/** Home may show one button more than at first. A leak grows with each screen. */
const SLACK = 1

const most = (held: readonly Held[], key: keyof Held) => Math.max(...held.map((one) => one[key]))

test('over many refreshes, jobs and changes of screen nothing is held on to @long', async ({ start }) => {
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
    await page.clock.fastForward(ROUND_MS) // makes everything load that is due by then
    await expect(page.locator('main .as-of.live time').first()).toBeVisible()
    found.push(await heldBy(app, session))
  }
  if (isHour) console.table(found)
  const warm = found.slice(0, WARM_UP)
  // What was in use during the measurement, such as the screen before, is freed soon, but a leak never is. So this measures again.
  await expect(async () => {
    const now = await heldBy(app, session)
    for (const key of ['pageHeap', 'mainHeap', 'pageNodes'] as const)
      expect(now[key], key).toBeLessThanOrEqual(most(warm, key) * GROWTH)
    for (const key of ['pageListeners', 'mainTimers', 'mainListeners'] as const)
      expect(now[key], key).toBeLessThanOrEqual(most(warm, key) + SLACK)
  }).toPass({ timeout: 60_000 })
})

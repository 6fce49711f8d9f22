import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openScreen } from '../../scripts/lib/open-screen.mjs'
import { change, expect, sleepAndWake, test, testOnLinux } from './support/app.ts'
import { openNotificationService } from './support/notification-service.ts'
import { playCommunity } from './support/play-community.ts'
import { answer } from './support/question.ts'

test('from an empty game folder to the game: two presses, and a kill between them', async ({ start }) => {
  const community = await playCommunity({ players: 40, absent: true })
  try {
    const { app, page: before, userData } = await start({ args: community.args, env: community.env })
    let page = before
    await openScreen(page, 'home')
    await expect(page.locator('main [data-next]')).toHaveText('Install and join')
    const stalled = community.hold()
    await page.locator('main [data-next]').click()
    await stalled
    await expect(page.locator('main [data-repair=fetching]')).toBeVisible()

    const gone = once(app.process(), 'exit')
    app.process().kill('SIGKILL')
    await gone
    const stalledAgain = community.hold()
    page = (await start({ args: community.args, env: community.env, userData })).page
    await stalledAgain
    await expect(page.locator('.toasts')).toContainText('Resumed after restart')
    community.goOn()
    await expect(page.locator('[data-readiness=unknown]')).toBeVisible()
    await expect(page.locator('.toasts')).toContainText('Ready to play: Harbour')
    expect(readFileSync(join(community.gameDir, '@Harbour/addons/a.pbo'), 'utf8')).toBe('the harbour')
    await page.locator('main').getByRole('button', { name: 'Join', exact: true }).click()
    await expect(page.locator('[data-join]')).toHaveAttribute('data-join', 'playing')
  } finally {
    await community.close()
  }
})

/** Begins what the server's mod needs, once Home knows it. */
async function fetchWithoutJoin(page: Page, need: 'install' | 'update'): Promise<void> {
  await page.locator(`main [data-next=${need}]:not([aria-busy=true])`).waitFor()
  await page.evaluate(() => window.loadout.invoke('repair/enqueue', 'fetch', { modIds: [5] }))
}

// The test's notification service needs a session bus, which only Linux has.
testOnLinux(
  'the notice of a mod that is ready goes when a check finds damage or an update comes, and joins once the player says yes @long',
  async ({ start }) => {
    const desktop = await openNotificationService()
    const community = await playCommunity({ players: 40, absent: true })
    try {
      const { app, page } = await start({ args: community.args, env: community.env })
      await openScreen(page, 'home')
      const stalled = community.hold()
      await fetchWithoutJoin(page, 'install')
      await stalled
      await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((window) => window.hide()))
      community.goOn()
      const told = () => desktop.shown.map(({ body }) => body)
      await expect.poll(told).toEqual(['Ready to play: Harbour'])
      const enqueue = () => page.evaluate(() => window.loadout.invoke('repair/enqueue', 'again', { modIds: [5] }))
      writeFileSync(join(community.gameDir, '@Harbour/addons/a.pbo'), 'the flooded')
      await page.evaluate(() => window.loadout.invoke('mods/check', 'check', { modId: 5, tier: 'full' }))
      await expect.poll(() => desktop.closed).toEqual([1])
      await enqueue()
      await expect.poll(() => desktop.shown).toHaveLength(2)
      // Home looks at the files again, and a list that a check has used is no news
      await expect(page.locator('[data-readiness=unknown]')).toBeAttached()
      community.publish({ 'a.pbo': 'the harbour, dredged' })
      await page.evaluate(() => window.loadout.invoke('mods/refresh', 'refresh', undefined))
      await expect.poll(() => desktop.closed).toEqual([1, 2])
      await expect.poll(() => told().at(-1)).toBe('Update available: Harbour')
      await enqueue()
      await expect.poll(() => told().slice(3)).toEqual(['Ready to play: Harbour'])
      desktop.click(4)
      await answer(app, 'yes')
      await expect(page.locator('[data-join]')).toHaveAttribute('data-join', 'playing')
    } finally {
      desktop.close()
      await community.close()
    }
  },
)

test('what Steam’s workshop has on this computer is not fetched @long', async ({ start }) => {
  const community = await playCommunity({ players: 40, absent: true })
  try {
    const addons = join(community.gameDir, '../../workshop/content/107410/450814997/addons')
    mkdirSync(addons, { recursive: true })
    writeFileSync(join(addons, 'a.pbo'), 'the harbour')
    const { page } = await start({ args: community.args, env: community.env })
    await openScreen(page, 'home')
    await fetchWithoutJoin(page, 'install')
    await expect(page.locator('.toasts')).toContainText('Ready to play: Harbour')
    expect(readFileSync(join(community.gameDir, '@Harbour/addons/a.pbo'), 'utf8')).toBe('the harbour')
    expect(community.asked).toEqual([])
  } finally {
    await community.close()
  }
})

test('a join that is pressed on an outdated mod updates it and joins @long', async ({ start }) => {
  const community = await playCommunity({ players: 40 })
  try {
    const { page } = await start({ args: community.args, env: community.env })
    await openScreen(page, 'home')
    await expect(page.locator('[data-readiness=unknown]')).toBeVisible()
    community.publish({ 'a.pbo': 'the harbour, dredged' })
    await openScreen(page, 'servers')
    await page.getByRole('button', { name: /^Join Harbour/ }).click()
    const both = page.getByRole('button', { name: 'Update and join' })
    await expect(both).toBeVisible()
    await both.click()
    await expect(page.locator('[data-join]')).toHaveAttribute('data-join', 'playing')
    expect(readFileSync(join(community.gameDir, '@Harbour/addons/a.pbo'), 'utf8')).toBe('the harbour, dredged')
  } finally {
    await community.close()
  }
})

test('a join that waits for its mod starts nothing after a sleep, but the mod becomes ready @long', async ({
  start,
}) => {
  const community = await playCommunity({ players: 40 })
  try {
    const { app, page } = await start({ args: community.args, env: community.env })
    await openScreen(page, 'home')
    await expect(page.locator('[data-readiness=unknown]')).toBeVisible()
    community.publish({ 'a.pbo': 'the harbour, dredged' })
    await openScreen(page, 'servers')
    await page.getByRole('button', { name: /^Join Harbour/ }).click()
    const asked = community.hold()
    await page.getByRole('button', { name: 'Update and join' }).click()
    await asked
    await sleepAndWake(app)
    await expect(page.locator('main')).toContainText('Cancelled. Nothing was started.')
    community.goOn()
    await expect(page.locator('.toasts')).toContainText('Ready to play: Harbour')
    expect(readFileSync(join(community.gameDir, '@Harbour/addons/a.pbo'), 'utf8')).toBe('the harbour, dredged')
    expect(await community.steamSaw()).toBeUndefined()
  } finally {
    await community.close()
  }
})

test('an update is not fetched while the player plays, is fetched when nobody is there, and takes no byte at the switch @long', async ({
  start,
}) => {
  const community = await playCommunity({ players: 40 })
  try {
    const { app, page: before, userData } = await start({ args: community.args, env: community.env })
    let page = before
    const file = () => readFileSync(join(community.gameDir, '@Harbour/addons/a.pbo'), 'utf8')
    await openScreen(page, 'home')
    await expect(page.locator('[data-readiness=unknown]')).toBeVisible()
    await page.locator('main').getByRole('button', { name: 'Join', exact: true }).click()
    await expect(page.locator('[data-join]')).toHaveAttribute('data-join', 'playing')

    await app.evaluate(({ powerMonitor }) => void (powerMonitor.getSystemIdleTime = () => 3_600))
    community.publish({ 'a.pbo': 'the harbour, dredged' })
    await openScreen(page, 'mods')
    await page.keyboard.press('F5')
    await expect(page.locator('[data-mod="5"] [data-standing=update]')).toBeVisible()
    expect([community.asked, file()]).toEqual([[], 'the harbour'])

    await community.endGame()
    const told = () => page.locator('[data-mod="5"] .status')
    await expect(told()).toContainText('Already downloaded')
    expect([community.asked, file()]).toEqual([['a.pbo'], 'the harbour'])

    await app.close()
    page = (await start({ args: community.args, env: community.env, userData })).page
    await openScreen(page, 'mods')
    await expect(told()).toContainText('Already downloaded')
    await openScreen(page, 'home')
    await fetchWithoutJoin(page, 'update')
    await expect(page.locator('.toasts')).toContainText('Ready to play: Harbour')
    expect([community.asked, file()]).toEqual([['a.pbo'], 'the harbour, dredged'])
  } finally {
    await community.close()
  }
})

test('an update that the player begins while playing is fetched behind the game, and switched after it @long', async ({
  start,
}) => {
  const community = await playCommunity({ players: 40 })
  try {
    const { page } = await start({ args: community.args, env: community.env })
    const file = () => readFileSync(join(community.gameDir, '@Harbour/addons/a.pbo'), 'utf8')
    await openScreen(page, 'home')
    await change(page, { playingLimitKiB: 1024 })
    await expect(page.locator('[data-readiness=unknown]')).toBeVisible() // the first check has ended
    await page.locator('main').getByRole('button', { name: 'Join', exact: true }).click()
    await expect(page.locator('[data-join]')).toHaveAttribute('data-join', 'playing')

    community.publish({ 'a.pbo': 'the harbour, dredged' })
    await openScreen(page, 'mods')
    await page.keyboard.press('F5')
    await page.locator('[data-mod="5"] [data-action=update]').click()
    await expect.poll(() => community.asked).toEqual(['a.pbo'])
    await expect(page.locator('[data-mod="5"]')).toContainText('Paused until the game ends')
    expect(file()).toBe('the harbour')

    await community.endGame()
    await expect(page.locator('.toasts')).toContainText('Ready to play: Harbour')
    expect([community.asked, file()]).toEqual([['a.pbo'], 'the harbour, dredged'])
  } finally {
    await community.close()
  }
})

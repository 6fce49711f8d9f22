import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { change, expect, modulesOpen, sleepAndWake, testOnLinux } from './support/app.ts'
import { signInBank, signInPlayer } from './support/bank.ts'
import { openBankCommunity } from './support/bank-community.ts'
import { openCommunity } from './support/community.ts'
import { openNotificationService } from './support/notification-service.ts'

// The test's notification service needs a session bus, which only Linux has.
testOnLinux(
  'what happened is told by the desktop once, a click leads there, a switched-off class is silent @long',
  async ({ start }) => {
    const desktop = await openNotificationService()
    const community = await openCommunity()
    try {
      const { app, page, userData } = await start({ args: community.args })
      await modulesOpen(page)
      const gold = { item: 'gold_r', name: 'Gold', when: 'at-least', price: 1 }
      await change(page, { priceAlerts: { e2e: [gold] } })
      await sleepAndWake(app)
      await expect.poll(() => desktop.shown).toMatchObject([{ title: 'Hallig Roleplay', body: /^Gold is at \$\d+/ }])
      desktop.click(1)
      await expect(page.getByRole('dialog', { name: 'Gold' })).toBeVisible()
      await sleepAndWake(app)
      await app.close()

      const again = await start({ args: community.args, userData })
      await modulesOpen(again.page)
      await change(again.page, { silenced: ['market-price'] })
      await change(again.page, { priceAlerts: { e2e: [gold, { ...gold, price: 2 }] } })
      await sleepAndWake(again.app)
      const known = () => readFile(join(userData, 'communities/e2e/known-news.json'), 'utf8')
      await expect.poll(known).toContain('gold_r at-least 2')
      await change(again.page, {
        priceAlerts: { e2e: [gold, { ...gold, item: 'gold_u', name: 'Golderz' }] },
        silenced: [],
      })
      await sleepAndWake(again.app)
      await expect.poll(() => desktop.shown.map(({ body }) => body)).toHaveLength(2)
      expect(desktop.shown[1]?.body).toMatch(/^Golderz is at/)
    } finally {
      desktop.close()
      await community.close()
    }
  },
)

testOnLinux(
  'what is private leaves the desktop as the money is locked, or as others look on @long',
  async ({ start }) => {
    const desktop = await openNotificationService()
    const community = await openBankCommunity()
    try {
      const { app, page } = await start({ args: community.args })
      await signInPlayer(page)
      await signInBank(app, page)
      const remind = (name: string) =>
        page.evaluate(
          ([name, day]) =>
            window.loadout.invoke('bank/saveTemplate', name, {
              ...{ name, from: 'NH104233', to: 'NH417702', amount: 81, info: name },
              every: { unit: 'week', day },
            }),
          [name, new Date().getDay() || 7] as const,
        )
      const told = () => desktop.shown.map(({ body }) => body)
      await remind('Rent')
      await expect.poll(told).toEqual([expect.stringContaining('Rent')])
      await change(page, { streamerMode: true })
      await expect.poll(() => desktop.closed).toEqual([1])
      await remind('Boat')
      await expect.poll(told).toHaveLength(2)
      expect(told()[1]).not.toContain('Boat')
      await change(page, { streamerMode: false })
      await remind('Fuel')
      await expect.poll(told).toEqual([expect.anything(), expect.anything(), expect.stringContaining('Fuel')])
      await page.evaluate(() => window.loadout.invoke('player/setPin', 'pin', { pin: '4711' }))
      await page.evaluate(() => window.loadout.invoke('player/lockNow', 'lock', undefined))
      await expect.poll(() => desktop.closed).toEqual([1, 3])
    } finally {
      desktop.close()
      await community.close()
    }
  },
)

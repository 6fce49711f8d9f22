import type { Page } from '@playwright/test'
import { change, expect, resize, test } from './support/app.ts'
import { fillTransfer, open, signInBank, signInPlayer, transfer } from './support/bank.ts'
import { openBankCommunity, type BankCommunity } from './support/bank-community.ts'
import { opened, settled } from './support/inside.ts'
import { answer, question } from './support/question.ts'

const OLE = 'NH417702'

let community: BankCommunity
test.beforeAll(async () => {
  community = await openBankCommunity()
})
test.afterAll(() => community.close())

/** Counts the player's presses in the page from now on. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = window as unknown as { presses: number }
    counter.presses = 0
    addEventListener('pointerdown', () => counter.presses++, { capture: true })
  })
  return () => page.evaluate(() => (window as unknown as { presses: number }).presses)
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

/** Presses Tab until the focused element matches. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((sought) => document.activeElement?.matches(sought), selector)) return
  }
  throw new Error(`no way to ${selector} by keyboard`)
}

/** The elements that overlap another one on their line or are wider than the window, with their text. */
const collisions = (page: Page) =>
  page.evaluate(() => {
    const found = [...document.querySelectorAll('main, dialog')].filter((box) => box.scrollWidth > box.clientWidth)
    /** The box of an element's text, which may be outside its own box. */
    const placeOf = (part: Element) => {
      const words = document.createRange()
      words.selectNodeContents(part)
      const isClipped = getComputedStyle(part).overflowX === 'hidden' || part.querySelector('.truncate')
      return (isClipped ? part : words).getBoundingClientRect()
    }
    for (const line of document.querySelectorAll('[role="row"], main li, .filters')) {
      const parts = [...line.children].filter((one) => one.checkVisibility())
      for (const [at, part] of parts.entries()) {
        const { left, right, top, bottom } = placeOf(part)
        const isUpon = (box: DOMRect) =>
          box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1
        found.push(...parts.slice(at + 1).filter((next) => isUpon(placeOf(next))))
      }
    }
    return found.map((one) => `${one.tagName}.${one.className} ${one.textContent?.slice(0, 40)}`)
  })

test('payees, reminders, details, months, the background and a crash @long', async ({ start }) => {
  const { bank } = community
  const { app, page, userData } = await start({ args: community.args })
  bank.ledger.record({
    ...{ source: 'NH104233', destination: `NH${'9'.repeat(60)}`, amount: 987_654_321_000, type: 'transfer' },
    ...{ initiator: 'W'.repeat(200), info: 'W'.repeat(400), at: new Date() },
  })
  await signInPlayer(page)
  await signInBank(app, page)
  await expect(page.locator('[role="gridcell"]').first()).toBeVisible()

  await resize(app, page, 940, 600) // the smallest window
  await change(page, { reducedMotion: true })
  await test.step('the longest numbers, texts and amounts stand in nobody else’s place', async () => {
    for (const name of ['Monthly', 'Payees and templates', 'Transactions']) {
      await tab(page, name)
      await settled(page)
      expect(await collisions(page), name).toEqual([])
    }
    await page.getByRole('combobox', { name: 'Payee' }).selectOption({ index: 1 })
    expect(await collisions(page)).toEqual([])
    await page.locator('[role="row"] [role="gridcell"]').first().click()
    await opened(page)
    expect(await collisions(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Show all' }).click()
  })

  await test.step('a favourite', async () => {
    await tab(page, 'Payees and templates')
    const row = page.locator(`[data-payee="${OLE}"]`)
    await row.getByRole('button', { name: 'Favourite' }).click()
    await expect(row.getByRole('button', { name: 'Favourite' })).toHaveAttribute('aria-pressed', 'true')
    await tab(page, 'Transactions')
  })

  await test.step('a known payee is four clicks and the amount away, the confirmation included', async () => {
    const presses = await countPresses(page)
    await page.locator('[data-action="bank-transfer"]').click()
    await page.locator(`[data-pick="${OLE}"]`).click()
    await page.keyboard.type('41')
    await page.locator('[data-action="bank-send"]').click()
    expect(await presses()).toBe(3)
    await answer(app, 'yes') // the fourth press
    await expect(page.locator('.result')).toHaveAttribute('data-state', 'succeeded')
    await page.locator('[data-action="bank-done"]').click()
    expect(bank.orders.map(({ amount }) => Number(amount))).toEqual([41])
  })

  await test.step('all by keyboard', async () => {
    await tabTo(page, '[data-action="bank-transfer"]')
    await page.keyboard.press('Enter')
    await page.locator('dialog[open]').waitFor()
    await tabTo(page, `[data-pick="${OLE}"]`)
    await page.keyboard.press('Enter')
    await page.keyboard.type('42')
    await page.keyboard.press('Enter')
    const asked = await question(app)
    await asked.locator('button[value="yes"]').click({ trial: true }) // waits until it accepts a press
    const closed = asked.waitForEvent('close')
    await asked.keyboard.press('Tab')
    await asked.keyboard.press('Enter').catch(() => undefined)
    await closed
    await expect(page.locator('.result')).toHaveAttribute('data-state', 'succeeded')
    await tabTo(page, '[data-action="bank-done"]')
    await page.keyboard.press('Enter')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    expect(bank.orders.map(({ amount }) => Number(amount))).toEqual([41, 42])
  })

  await test.step('a booking’s detail, answered and repeated; filters with their sum', async () => {
    await page.locator('[data-search]').last().fill('$42')
    await expect(page.locator('[role="row"] [role="gridcell"]').first()).toBeVisible()
    await expect(page.locator('.sum')).toContainText('1 of')
    await page.locator('[role="row"] [role="gridcell"]').first().click()
    await page.locator('[data-action="bank-answer"]').click()
    await expect(page.locator('input[name="amount"]')).toHaveValue('42')
    await expect(page.locator('input[name="to"]')).toHaveValue(OLE)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.locator('[data-action="bank-filters"]').click()
    await page.locator('input[name="least"]').fill('41')
    await page.locator('input[name="most"]').fill('42')
    await expect(page.locator('.sum')).toContainText('2 of')
    await expect(page.locator('.sum')).toContainText('$83')
    await page.getByRole('button', { name: 'Show all' }).click()
  })

  await test.step('months: one account, and all together', async () => {
    await tab(page, 'Monthly')
    await page.getByRole('combobox', { name: 'Account' }).selectOption('all')
    await expect(page.locator('main .skeleton')).toHaveCount(0)
  })

  await test.step('a reminder opens a form, and sends nothing', async () => {
    await tab(page, 'Payees and templates')
    await page.locator('[data-action="bank-template"]').click()
    await page.locator('dialog input[name="name"]').fill('Rent of the hall')
    await page.locator('dialog input[name="to"]').fill(OLE)
    await page.locator('dialog input[name="amount"]').fill('5,000')
    await page.locator('dialog input[name="info"]').fill('Miete Halle 4')
    await page
      .getByRole('dialog')
      .getByRole('combobox', { name: 'Remind me' })
      .selectOption(`week-${new Date().getDay() || 7}`)
    await page.locator('[data-action="bank-template-save"]').click()
    await expect(page.locator('[data-reminder]')).toContainText('Rent of the hall')
    await page.locator('[data-action="bank-remind"]').click()
    await expect(page.locator('input[name="amount"]')).toHaveValue('5000')
    await expect(page.locator('input[name="info"]')).toHaveValue('Miete Halle 4')
    await page.keyboard.press('Escape')
    expect(bank.orders).toHaveLength(2)
    await page.getByRole('button', { name: 'Skip' }).click()
    await expect(page.locator('[data-reminder]')).toHaveCount(0)
    await expect(page.locator('[data-template]')).toHaveCount(1)
  })

  await test.step('a transfer that is on its way leaves the window to the player, and tells its outcome', async () => {
    community.holdNext('transfers')
    await transfer(app, page, OLE, '43', 'Hintergrund')
    await page.locator('[data-action="bank-background"]').click()
    await expect(page.locator('[data-open-transfer][data-state="sending"]')).toBeVisible()
    await open(page, 'player')
    community.hold?.()
    await expect(page.locator('.toasts').getByText('Transfer: Completed')).toBeVisible()
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await tab(page, 'Sent from Loadout')
    await expect(page.locator('[data-transfer]')).toHaveCount(3)
  })

  await test.step('what the bank refuses is told with its reason', async () => {
    await transfer(app, page, 'NH999999', '44', 'Niemand')
    await expect(page.locator('.result')).toHaveAttribute('data-state', 'refused')
    await page.locator('[data-action="bank-done"]').click()
  })

  await test.step('six unsettled ones push nothing out of sight; hidden, they are told apart', async () => {
    community.lists.read = false
    for (const amount of [61, 62, 63, 64, 65, 66]) {
      bank.faults.push('500')
      await transfer(app, page, OLE, String(amount), `Fracht ${amount}`)
      await expect(page.locator('.result')).toHaveAttribute('data-state', 'unknown')
      await page.locator('[data-action="bank-done"]').click()
    }
    await expect(page.locator('[data-open-transfer]')).toHaveCount(1)
    await page.getByRole('button', { name: '5 more' }).click()
    await expect(page.locator('[data-open-transfer]')).toHaveCount(6)
    await page.locator('[data-action="bank-settle"]').first().click()
    await opened(page)
    await page.keyboard.press('Escape')
    await change(page, { streamerMode: true })
    await expect(page.locator('.bar').getByText('Streamer mode')).toBeVisible()
    await expect(page.locator('main')).not.toContainText(/NH\d{6}|\$\d|Ole Tams|Fracht/)
    const lines = await page.locator('[data-open-transfer]').allInnerTexts()
    expect(new Set(lines).size).toBe(6)
    const amount = page.locator('[data-open-transfer] [title="Press and hold to show"]').first()
    await amount.hover()
    await page.mouse.down()
    await expect(page.locator('main')).toContainText('$66')
    await page.mouse.up()
    await expect(page.locator('main')).not.toContainText('$66')
    await fillTransfer(page, OLE, '67', 'Fracht 67')
    await answer(app, 'no')
    await expect(page.locator('[data-action="bank-send"]')).toHaveAttribute('aria-busy', 'false') // the page knows the answer
    await page.keyboard.press('Escape')
    await change(page, { streamerMode: false })
    community.lists.read = true
    await page.getByRole('button', { name: 'Show less' }).click()
    await tab(page, 'Transactions')
    await page.locator('.screen-header').getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.locator('[role="gridcell"]').first()).toBeInViewport({ ratio: 1 })
  })

  await test.step('after a crash the first thing shown is what was interrupted', async () => {
    community.holdNext('transfers')
    await transfer(app, page, OLE, '68', 'Absturz')
    await page.locator('[data-action="bank-background"]').click()
    const gone = new Promise((resolve) => app.process().once('exit', resolve))
    app.process().kill('SIGKILL')
    await gone
    const again = await start({ args: community.args, userData })
    await expect(again.page.locator('main[data-screen="bank"]')).toBeVisible()
    await expect(again.page.locator('[data-open-transfer]').first()).toContainText('$68')
    community.hold?.()
  })
})

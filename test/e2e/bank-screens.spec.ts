import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { change, expect, resize, test } from './support/app.ts'
import { cookieValues, fillTransfer, logOf, open, signInPlayer, takeHeapSnapshot, transfer } from './support/bank.ts'
import { answer, question } from './support/question.ts'
import { OLDEST, openBankCommunity, type BankCommunity } from './support/bank-community.ts'

/** All text on the page, including values, titles and labels. */
const shown = (page: Page) =>
  page.evaluate(
    () =>
      document.body.innerText +
      [...document.querySelectorAll('input')].map(({ value }) => value).join(' ') +
      [...document.querySelectorAll<HTMLElement>('[title],[aria-label]')]
        .map((one) => `${one.title} ${one.ariaLabel}`)
        .join(' '),
  )

/** Marks the only unsettled transfer as not completed, which needs a confirmation. */
async function sayNotHappened(page: Page) {
  await page.locator('[data-action="bank-settle"]').click()
  await page.getByRole('button', { name: 'Not completed' }).click()
  await page.locator('[data-action="bank-say"]').click()
}

let community: BankCommunity
test.beforeAll(async () => {
  community = await openBankCommunity()
})
test.afterAll(() => community.close())

test('the sign-in window is locked in; pasted cookies; an unsettled transfer; a script; streamer mode; the lock @long', async ({
  start,
}, info) => {
  const { bank } = community
  const { app, page, userData } = await start({ args: community.args })
  await resize(app, page, 940, 600) // the smallest window
  await signInPlayer(page)

  await test.step('the sign-in window stays on the site, without a preload, permissions or a disk', async () => {
    await open(page, 'bank')
    const opening = app.waitForEvent('window')
    await page.locator('[data-action="bank-sign-in"]').click()
    const login = await opening
    await login.locator('#sign-in').waitFor()
    const here = login.url()
    const seen = await login.evaluate(async () => {
      document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://example.com/' }))
      location.href = 'https://example.com/'
      const opened = window.open('https://example.com/') === null
      const { state } = await navigator.permissions.query({ name: 'notifications' })
      return { opened, state, bridge: 'loadout' in window, node: 'require' in window }
    })
    expect(seen).toEqual({ opened: true, state: 'denied', bridge: false, node: false })
    await expect.poll(() => logOf(userData)).toContain('bank sign-in: navigation refused')
    expect(login.url()).toBe(here)
    const lockedIn = await app.evaluate(({ BrowserWindow }, address) => {
      const found = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL() === address)
      return { title: found?.getTitle(), storage: found?.webContents.session.storagePath }
    }, here)
    expect(lockedIn).toEqual({ title: new URL(here).origin, storage: null })
    // the page tries to stay open, and the player signs out
    await login.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
    const closed = login.waitForEvent('close')
    await open(page, 'player')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await closed
    await signInPlayer(page)
    await open(page, 'bank')
  })

  await test.step('cookies can be pasted, the session’s with its name', async () => {
    const cookies = bank.sessions
      .cookies({ ...bank.sessions.start(), signedIn: true })
      .map((line) => line.split(';')[0])
    const paste = async (session = '') => {
      await page.locator('input[name="xsrf"]').fill(cookies[0] ?? '')
      await page.locator('input[name="session"]').fill(session)
      await page.locator('[data-action="bank-paste-save"]').click()
    }
    await page.locator('[data-action="bank-paste"]').click()
    await paste(cookies[1]?.replace('nordwind_session=', ''))
    await expect(page.getByRole('alert')).toContainText('needs its name')
    await expect(page.locator('input[name="session"]')).toHaveValue('')
    await paste(cookies[1])
    await expect(page.locator('[data-action="bank-transfer"]')).toBeVisible()
    const names = () => cookieValues('harbour').then((values) => values.map(({ name }) => name).sort())
    await expect.poll(names).toEqual(['XSRF-TOKEN', 'nordwind_session'])
  })

  await test.step('arrow keys go from account to account', async () => {
    const accounts = page.getByRole('radiogroup', { name: 'Account' }).getByRole('radio')
    await accounts.first().press('ArrowRight')
    await expect(accounts.nth(1)).toBeFocused()
    await expect(accounts.nth(1)).toBeChecked()
    await accounts.nth(1).press('ArrowLeft')
    await expect(accounts.first()).toBeChecked()
  })

  await test.step('a transfer without a clear answer stays open and blocks its like until it is settled', async () => {
    bank.faults.push('500')
    await transfer(app, page, 'NH417702', '77', 'Bootslack')
    await expect(page.locator('.result')).toHaveAttribute('data-state', 'unknown')
    await page.locator('[data-action="bank-done"]').click()
    await page.getByRole('button', { name: 'Check now' }).click()
    await expect(page.getByText('not in your transactions yet')).toBeVisible()
    await fillTransfer(page, 'NH417702', '77', 'Bootslack')
    await expect(page.getByRole('alert')).toContainText('still unresolved')
    await page.keyboard.press('Escape')
    await sayNotHappened(page)
    await expect(page.locator('[data-open-transfer]')).toHaveCount(0)
    await page.getByRole('tab', { name: 'Sent from Loadout' }).click()
    await expect(page.getByText('Marked as not completed')).toBeVisible()
    for (const language of ['de', 'en']) {
      await change(page, { language })
      await page.locator(`html[lang="${language}"]`).waitFor()
      // if the text were cut, the word "not" might be missing
      const badge = page.locator('[data-transfer] .badge .truncate').first()
      expect(await badge.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    }
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.locator('[data-open-transfer]')).toHaveCount(1)
    await sayNotHappened(page)
    await expect(page.locator('[data-open-transfer]')).toHaveCount(0)
    expect(bank.orders).toHaveLength(1)
  })

  await test.step('one that did happen is found among the bookings', async () => {
    bank.faults.push('500-after-execute')
    await transfer(app, page, 'NH417702', '78', 'Bootslack')
    await expect(page.locator('.result')).toHaveAttribute('data-state', 'succeeded')
    await page.locator('[data-action="bank-done"]').click()
    await page.getByRole('tab', { name: 'Sent from Loadout' }).click()
    await expect(page.locator('[data-transfer]')).toHaveCount(2)
    expect(bank.orders).toHaveLength(2)
  })

  await test.step('where no list was read before, the bookings that may be it are shown, and are no "did not happen"', async () => {
    community.lists.read = false
    bank.faults.push('500-after-execute')
    await transfer(app, page, 'NH417702', '79', 'Bootslack')
    await expect(page.locator('.result')).toHaveAttribute('data-state', 'unknown')
    community.lists.read = true
    await page.locator('[data-action="bank-done"]').click()
    await page.getByRole('button', { name: 'Check now' }).click()
    await expect(page.getByText('1 possible match')).toBeVisible()
    await sayNotHappened(page)
    await expect(page.locator('[data-likely]')).toHaveCount(1)
    await expect(page.getByRole('alert')).toContainText('Compare before you mark')
    await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Completed', exact: true }).click()
    await page.locator('[data-action="bank-say"]').click()
    await expect(page.locator('[data-open-transfer]')).toHaveCount(0)
    expect(bank.orders).toHaveLength(3)
  })

  await test.step('a session that ends is begun again inside the transfer, and what was typed is still there', async () => {
    await fillTransfer(page, 'NH417702', '80', 'Bootslack')
    await question(app)
    bank.sessions.expireAll() // not earlier: a check of the open transfers would notice it before the form is open
    await answer(app, 'yes')
    await expect(page.locator('.result')).toHaveAttribute('data-state', 'not-sent')
    const opening = app.waitForEvent('window')
    await page.locator('dialog [data-action="bank-sign-in"]').click()
    const login = await opening
    const closed = login.waitForEvent('close')
    await login.locator('#sign-in').click()
    await closed
    await page.getByRole('button', { name: 'Back to the form' }).click()
    await expect(page.locator('input[name="to"]')).toHaveValue('NH417702')
    await expect(page.locator('input[name="amount"]')).toHaveValue('80')
    await expect(page.locator('dialog [data-action="bank-sign-in"]')).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('the sign-in window’s own requests wait for the look at its cookies, and go on with what they have become', async () => {
    bank.sessions.expireAll()
    await page.locator('.screen-header').getByRole('button', { name: 'Refresh' }).click()
    await expect(page.locator('main [data-action="bank-sign-in"]')).toBeVisible()
    community.holdNext('lists')
    community.lists.read = false
    const before = community.asked
    const opening = app.waitForEvent('window')
    await page.locator('[data-action="bank-sign-in"]').click()
    const login = await opening
    await login.locator('#sign-in').click()
    await expect.poll(() => community.asked).toBe(before + 1) // the app tests the cookies: the bank has the request and answers later
    community.pass(5_000)
    // if it were sent now, its cookies would be expired
    const own = await login.evaluateHandle(() => ({ answer: fetch(location.href).then(({ url }) => url) }))
    community.hold?.()
    expect(await own.evaluate(({ answer }) => answer)).toContain('/banking/')
    community.lists.read = true
    await Promise.all([login.waitForEvent('close'), login.reload().catch(() => undefined)])
    await expect(page.locator('[data-action="bank-transfer"]')).toBeVisible()
  })

  await test.step('a script in the page sends nothing without the player', async () => {
    const input = { from: 'NH104233', to: 'NH417702', amount: 5_000, info: '' }
    const asking = page.evaluate((given) => window.loadout.invoke('bank/transfer', 'x1', given), input)
    await expect((await question(app)).locator('main')).toContainText('$5,000')
    await answer(app, 'no')
    expect(await asking).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
    expect(bank.orders).toHaveLength(3)
  })

  await test.step('streamer mode leaves no name, number or amount on bank and player', async () => {
    const privates = [/NH\d{6}/, /\$\d/, /Carstens/, /Ole Tams/, /Moin e/, /55 28 19/, /1,2\d\d,\d{3}/]
    await page.getByRole('tab', { name: 'Transactions' }).click()
    await expect.poll(() => shown(page)).toMatch(/NH104233/)
    await open(page, 'settings')
    await page.getByRole('tab', { name: 'Privacy and support' }).click()
    await page.getByRole('switch', { name: 'Streamer mode' }).click()
    await expect(page.locator('.bar').getByText('Streamer mode')).toBeVisible()
    for (const screen of ['bank', 'player'] as const) {
      await open(page, screen)
      await expect(page.locator(screen === 'bank' ? '[role="gridcell"]' : '[role="grid"]').first()).toBeVisible()
      const text = await shown(page)
      for (const secret of privates) expect(text).not.toMatch(secret)
    }
    await open(page, 'bank')
    for (const name of ['Monthly', 'Sent from Loadout', 'Payees and templates', 'Transactions']) {
      await page.getByRole('tab', { name }).click()
      await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
      const text = await shown(page)
      for (const secret of privates) expect(text, name).not.toMatch(secret)
    }
    for (const opener of ['[data-action="bank-transfer"]', '[role="row"] [role="gridcell"]']) {
      await page.locator(opener).first().click()
      await page.locator('dialog[open]').waitFor()
      const text = await shown(page)
      for (const secret of privates) expect(text, opener).not.toMatch(secret)
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
    }
  })

  await test.step('the bank locks itself, and the page has forgotten', async () => {
    await page.clock.install()
    await open(page, 'bank')
    await expect(page.locator('[role="gridcell"]').first()).toBeVisible()
    const snapshot = info.outputPath('bank.heapsnapshot')
    const remembers = async () => {
      await takeHeapSnapshot(app, snapshot)
      return readFileSync(snapshot).includes(OLDEST)
    }
    expect(await remembers()).toBe(true)
    await page.keyboard.press('Shift') // the snapshot took time, so the player's idle time starts again here
    await page.clock.fastForward('04:00')
    await expect(page.locator('[data-action="bank-lock"]')).toBeVisible()
    await page.clock.fastForward('01:01')
    await expect(page.getByRole('button', { name: 'Show again' })).toBeVisible()
    await expect(page.locator('[data-account]')).toHaveCount(0)
    await expect.poll(remembers).toBe(false) // objects that wait for the garbage collector do not count
    await page.getByRole('button', { name: 'Show again' }).click()
    await expect(page.locator('[data-account]').first()).toBeVisible()
  })

  await test.step('with a PIN it is locked: on every screen, and after a restart', async () => {
    await open(page, 'settings')
    await page.getByRole('tab', { name: 'Privacy and support' }).click()
    await page.getByRole('switch', { name: 'Streamer mode' }).click()
    await open(page, 'bank')
    await page.locator('[data-action="bank-lock"]').click()
    await page.locator('input[name="pin"]').fill('4711')
    await page.locator('input[name="repeated"]').fill('4711')
    await page.locator('[data-action="bank-pin-set"]').click()
    await expect(page.locator('[data-action="bank-unlock"]')).toBeVisible()
    const lockNow = () => page.evaluate(() => window.loadout.invoke('player/lockNow', 'x2', undefined))
    const unlockHere = async () => {
      await page.locator('input[name="pin"]').fill('4711')
      await page.locator('[data-action="bank-unlock"]').click()
      await expect(page.locator('[data-account="NH104233"]')).toBeVisible()
    }
    await unlockHere()
    await fillTransfer(page, 'NH417702', '81', 'Bootslack')
    const asked = await question(app)
    await Promise.all([asked.waitForEvent('close'), lockNow()])
    await unlockHere()
    await page.getByRole('button', { name: 'Sign out' }).click()
    const opening = app.waitForEvent('window')
    await page.locator('[data-action="bank-sign-in"]').click()
    const login = await opening
    await login.locator('#sign-in').waitFor()
    await Promise.all([login.waitForEvent('close'), lockNow()])
    await expect(page.locator('[data-action="bank-unlock"]')).toBeVisible()
    expect(bank.orders).toHaveLength(3)
    await open(page, 'player')
    await expect(page.locator('[role="grid"]').first()).toBeVisible()
    expect(await shown(page)).not.toMatch(/1,2\d\d,\d{3}/)
    await app.close()
    const again = await start({ args: community.args, userData })
    await open(again.page, 'bank')
    const unlock = async (pin: string) => {
      await again.page.locator('input[name="pin"]').fill(pin)
      await again.page.locator('[data-action="bank-unlock"]').click()
    }
    await unlock('0000')
    await expect(again.page.getByRole('alert')).toContainText('Wrong PIN')
    await unlock('4711')
    await expect(again.page.locator('[data-account="NH104233"]')).toBeVisible()
    await open(again.page, 'player')
    await expect.poll(() => shown(again.page)).toMatch(/1,2\d\d,\d{3}/)
    await again.page.getByRole('button', { name: 'Sign out' }).click()
    await expect(again.page.locator('input[name="player-secret"]')).toBeVisible()
  })
})

// Stops with running work: a repair from its first byte to its undo, and main's own question. Each first creates what it needs. The
// last stop of a repair restores the damaged files.

import { openScreen } from '../open-screen.mjs'

const mod = (page) => page.locator('[data-mod]').first()
const repair = (page, phase) => mod(page).locator(`[data-repair="${phase}"]`)
const set = (page, settings) =>
  page.evaluate((given) => window.loadout.invoke('settings/change', `gallery-${Math.random()}`, given), settings)

async function modsTab(page, index) {
  await openScreen(page, 'mods')
  await page.locator('main [role="tab"]').nth(index).click()
}

/** Puts back what a repair replaced: the files are damaged as before. */
async function undo(page) {
  await modsTab(page, 1)
  const before = await page.locator('.toasts').innerText()
  await page.locator('main [role="tabpanel"] li .head button').first().click()
  await page.waitForFunction((text) => !text.includes(document.querySelector('.toasts').innerText), `${before}`)
}

/** Empties the quarantine. A repair would otherwise copy its files from there at once, and never be seen downloading. */
async function emptyQuarantine(page) {
  await modsTab(page, 1)
  const asked = page.context().waitForEvent('page')
  const tab = page.locator('main [role="tabpanel"]')
  await tab.locator('.sum button').or(tab.locator('li .head button').nth(1)).first().click() // a single entry has no sum
  const window = await asked
  const closed = window.waitForEvent('close')
  await window.locator('button[value="yes"]').click()
  await closed
  await tab.locator('li .head').waitFor({ state: 'detached' })
}

async function begin(page) {
  await modsTab(page, 0)
  if (await mod(page).locator('[data-repair]').count()) return
  if (!(await mod(page).locator('[data-action="repair"]').count())) {
    await undo(page)
    await emptyQuarantine(page)
    await modsTab(page, 0)
  }
  await set(page, { downloadLimitKiB: 64 }) // it takes longer than its pictures
  await mod(page).locator('[data-action="repair"]').click()
  // it begins at once if the files come from the community, as after an earlier repair and its undo
  const start = page.locator('dialog[open] footer button').last()
  await start.or(repair(page, 'fetching')).first().waitFor()
  if (await start.count()) await start.click()
  await repair(page, 'fetching').waitFor()
}

async function pause(page) {
  await begin(page)
  if (await repair(page, 'fetching').count()) await repair(page, 'fetching').locator('button').first().click()
  await repair(page, 'paused').waitFor()
}

async function finish(page) {
  await pause(page)
  await set(page, { downloadLimitKiB: 0 })
  await repair(page, 'paused').locator('button').first().click()
  await mod(page).locator('[data-standing="ready"]').waitFor()
  await mod(page).locator('.notice').first().waitFor()
}

const isQuestion = (window) => !window.isClosed() && window.url().startsWith('data:text/html')

/** Waits for main's question. */
export async function question(app) {
  const window = app.windows().find(isQuestion) ?? (await app.waitForEvent('window', { predicate: isQuestion }))
  await window.locator('button[value="no"]').waitFor()
  return window
}

/** Answers it with no. */
export async function refuse(_page, window) {
  const closed = window.waitForEvent('close')
  await window.locator('button[value="no"]').click()
  await closed
}

export const deedStops = [
  { name: 'repair-running', open: begin },
  {
    name: 'repair-job',
    open: async (page) => {
      await begin(page)
      await openScreen(page, 'home')
    },
  },
  { name: 'repair-paused', open: pause },
  { name: 'repair-done', open: finish },
  {
    name: 'quarantine-filled',
    open: async (page) => {
      await modsTab(page, 0)
      if (await mod(page).locator('[data-action="repair"]').count()) await finish(page)
      await modsTab(page, 1)
      await page.locator('main [role="tabpanel"] summary').first().click()
    },
  },
  { name: 'toast', open: undo, close: emptyQuarantine },
  {
    name: 'question-transfer',
    open: async (page) => {
      await openScreen(page, 'bank')
      await page.locator('[data-action="bank-transfer"]').click()
      for (const [name, text] of Object.entries({ to: 'NH417702', amount: '12345', info: 'Kutter' }))
        await page.locator(`input[name="${name}"]`).fill(text)
      await page.locator('[data-action="bank-send"]').click()
    },
    window: question,
    close: async (page, window) => {
      await refuse(page, window)
      await page.locator('[data-action="bank-send"][aria-busy="false"]').waitFor() // before, the dialog stays open
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
    },
  },
]

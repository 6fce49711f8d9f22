/**
 * Opens a screen as the player does: its area's entry in the sidebar, then its tab. Found by data attributes, in every language.
 * @param {import('playwright').Page} page
 * @param {string} screen
 */
export async function openScreen(page, screen) {
  const main = page.locator(`main[data-screen="${screen}"]`)
  const tab = page.locator(`main [data-tab="${screen}"]`)
  await page.locator(`nav [data-nav~="${screen}"]`).click()
  await main.or(tab).first().waitFor()
  if (!(await main.count())) await tab.click()
  await main.locator('h1').first().waitFor()
  return main
}

/**
 * Every screen that can be chosen in the sidebar or by a tab, in their order.
 * @param {import('playwright').Page} page
 * @returns {Promise<string[]>}
 */
export const screensOf = (page) =>
  page.locator('nav [data-nav]').evaluateAll((all) => all.flatMap((entry) => entry.dataset.nav.split(' ')))

/**
 * Chooses an action in a card's menu.
 * @param {import('playwright').Locator} card
 * @param {string} action
 */
export async function chooseInMenu(card, action) {
  await card.locator('[data-action="more"]').click()
  await card.locator(`[data-action="${action}"]`).click()
}

// The stops of the gallery. A stop opens what is to be seen, and may close it again. Stops find everything by data attributes or by
// structure, never by words, so that the walk is the same in every language.

import { chooseInMenu, openScreen, screensOf } from '../open-screen.mjs'

const screen = (name) => ({ name, open: (page) => openScreen(page, name) })

/** The `index`th tab of a screen; told apart from the screen's first view by its name. */
const tab = (name, index, title) => ({
  name: `${name}-${title}`,
  open: async (page) => {
    await screen(name).open(page)
    await page.locator(`main [role="tablist"] [role="tab"]`).nth(index).click()
  },
})

const escape = async (page) => {
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
}

/** A dialog that `press` brings up on a screen. */
const dialog = (name, on, press) => ({
  name,
  open: async (page) => {
    await screen(on).open(page)
    await press(page)
    await page.locator('dialog[open]').waitFor()
  },
  close: escape,
})

/** What a button of the frame opens beside itself. */
const popup = (name, from = 'home') => ({
  name,
  open: async (page) => {
    await screen(from).open(page)
    await page.locator(`[data-action="${name}"]`).click()
    await page.locator('[popover]:popover-open').waitFor()
  },
  close: (page) => page.keyboard.press('Escape'),
})

const settingsTabs = ['general', 'communities', 'desktop', 'notifications', 'support']

const setupStep = (step) => ({
  name: `setup-${step}`,
  open: (page) => page.locator(`main[data-step="${step}"]`).waitFor(),
})

/** The map with one of its tools on (the ruler, a pin), after these keys. */
const withTool =
  (at, ...keys) =>
  async (page) => {
    await tab('map', 0, '').open(page)
    await page.locator('main .tools button').nth(at).click()
    if (keys.length > 0) await page.locator('[data-map-zoom]').focus()
    for (const key of keys) await page.keyboard.press(key)
  }

/** Presses the map with the mouse, at a share of its width and height. */
const pressMap = async (page, x, y) => {
  const map = page.locator('[data-map-zoom]:not([data-moving])')
  const { width, height } = await map.boundingBox()
  await map.click({ position: { x: width * x, y: height * y } })
}

/** Leaves the tool and the card, which takes the list's place in a low window, and shows the whole map. */
const leaveTool = async (page) => {
  await page.locator('[data-map-zoom]').focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('0')
  for (const close of await page.locator('main section[aria-live] header button').all()) await close.click()
}

const setPin = async (page) => {
  await withTool(1, '+', '+', 'Enter')(page)
  await page.locator('main form input').fill('Treffpunkt am alten Hafen')
}

/** A tab of the profile editor. */
const profileTab = (name, index, more) => ({
  name: `profile-${name}`,
  open: async (page) => {
    await tab('settings', 1, '').open(page)
    await page.locator('[data-action="profile-editor"]').click()
    await page.locator('main [role="tab"]').nth(index).click()
    await more(page)
  },
})

/** The first start, before anything is chosen. */
export const firstStartStops = [setupStep('community')]

/** The same with the player's own community. */
export const setupStops = [
  setupStep('game'),
  {
    name: 'setup-player',
    open: async (page) => {
      if (!(await page.locator('main[data-step="player"]').count()))
        await page.locator('[data-action="setup-next"]').click()
      await page.locator('main[data-step="player"]').waitFor()
    },
    close: (page) => page.locator('[data-action="setup-back"]').click(),
  },
]

const server = (name, title) => ({
  name,
  open: async (page) => {
    await screen('servers').open(page)
    await page.locator('main article h2 button', { hasText: title }).click()
    await page.locator('main[data-screen="server"] h1').waitFor()
    await page.locator('[data-readiness]:not([data-readiness=looking])').waitFor()
  },
})

const toggleReadiness = (page) => page.locator('[data-action="all-checks"]').click()

/** What a new player sees: nothing is chosen, and nobody is signed in. */
export const newcomerStops = [
  { ...screen('home'), name: 'first-home' },
  {
    name: 'first-readiness',
    open: async (page) => {
      await server('server', 'Nordwind Roleplay #1').open(page)
      await toggleReadiness(page)
    },
    close: toggleReadiness,
  },
  { ...screen('player'), name: 'first-player' },
  { ...screen('bank'), name: 'first-bank' },
]

/** Screens, tabs and dialogs that have no entry of their own in the navigation. */
const inside = [
  server('server', 'Nordwind Roleplay #1'),
  server('server-offline', 'Nordwind Roleplay Test'),
  {
    name: 'join-stopped',
    open: async (page) => {
      await server('server', 'Nordwind Roleplay #2').open(page)
      const stopped = page.locator('[data-join="stopped"]')
      if (await stopped.count()) return
      await page.locator('[data-join] [data-next]').click()
      await stopped.waitFor()
      await page.locator('dialog[open]').waitFor() // the plan of the repair
      await escape(page)
    },
  },
  {
    name: 'mods-quarantine',
    open: tab('mods', 1, 'quarantine').open,
    close: (page) => page.locator('main [role="tab"]').first().click(),
  },
  {
    name: 'mods-menu',
    open: async (page) => {
      await screen('mods').open(page)
      await page.locator('main [data-action="more"]').first().click()
      await page.locator('[popover]:popover-open').waitFor()
    },
    close: (page) => page.keyboard.press('Escape'),
  },
  dialog('start-options', 'home', (page) => page.locator('[data-action="start-options"]').first().click()),
  dialog('start-options-mods', 'home', async (page) => {
    await page.locator('[data-action="start-options"]').first().click()
    await page.locator('dialog[open] [role="tab"]').nth(1).click()
  }),
  dialog('start-options-game', 'home', async (page) => {
    await page.locator('[data-action="start-options"]').first().click()
    await page.locator('dialog[open] [role="tab"]').nth(2).click()
  }),
  dialog('mods-plan', 'mods', (page) => page.locator('main [data-action="details"]').first().click()),
  ...Object.entries({ 'market-good': 'Medizin', 'market-illegal': 'Gestohlene Antiquität' }).map(([name, hasText]) =>
    dialog(name, 'market', async (page) => {
      await page.locator('main [data-search]').fill(hasText) // it may be further down
      await page.locator('[role="row"]', { hasText }).locator('[role="gridcell"]').nth(1).click()
    }),
  ),
  dialog('market-plan', 'market', async (page) => {
    await page.locator('[data-action="plan-trip"]').click()
    await page.locator('dialog[open] [role="columnheader"] button').last().click({ clickCount: 2, delay: 50 })
    await page.locator('dialog[open] [role="row"] [role="gridcell"]').nth(1).click()
  }),
  ...['items', 'vehicles', 'houses'].map((name) => ({
    name: `${name}-table`,
    open: async (page) => {
      await screen(name).open(page)
      await page.locator('[data-action="as-pictures"]').click()
      await page.locator('main [role="row"][aria-rowindex="2"]').waitFor()
    },
    close: (page) => page.locator('[data-action="as-pictures"]').click(),
  })),
  dialog('item', 'items', (page) => page.locator('[role="row"] [role="gridcell"]').first().click()),
  dialog('player-vehicle', 'player', (page) => page.locator('[role="row"] [role="gridcell"]').nth(1).click()),
  tab('map', 1, 'layers'),
  {
    name: 'map-place',
    open: async (page) => {
      await tab('map', 0, '').open(page)
      await page.locator('main [role="row"] [role="gridcell"]').nth(5).click()
    },
    close: leaveTool,
  },
  {
    name: 'map-ruler',
    open: async (page) => {
      await withTool(0)(page)
      for (const at of [0.3, 0.45, 0.6]) await pressMap(page, at, 0.5 * at + 0.3)
    },
    close: leaveTool,
  },
  {
    name: 'map-route',
    open: async (page) => {
      await tab('map', 0, '').open(page)
      await page.locator('main [role="row"] [role="gridcell"]').nth(5).click()
      await page.locator('main .ways button').first().click() // from the player
      await pressMap(page, 0.7, 0.3)
    },
    close: leaveTool,
  },
  { name: 'map-pin', open: setPin, close: leaveTool },
  {
    name: 'map-pinned',
    open: async (page) => {
      await setPin(page)
      await page.locator('main form [type="submit"]').click()
      await page.locator('main .ways').waitFor()
    },
    close: async (page) => {
      await page.locator('main .ways [data-action="more"]').click()
      await page.locator('main .ways [data-action="remove-pin"]').click()
      await leaveTool(page)
    },
  },
  dialog('voice-people', 'voice', (page) => page.locator('main article button').first().click()),
  tab('bank', 1, 'months'),
  {
    name: 'bank-months-payees',
    open: async (page) => {
      await tab('bank', 1, '').open(page)
      await page.locator('main table tr').last().scrollIntoViewIfNeeded()
    },
  },
  tab('bank', 2, 'transfers'),
  tab('bank', 3, 'payees'),
  dialog('bank-template', 'bank', async (page) => {
    await page.locator('main [role="tab"]').nth(3).click()
    await page.locator('[data-action="bank-template"]').click()
  }),
  dialog('bank-booking', 'bank', async (page) => {
    await page.locator('main [role="tab"]').first().click()
    await page.locator('[role="row"] [role="gridcell"]').first().click()
  }),
  dialog('bank-transfer', 'bank', (page) => page.locator('[data-action="bank-transfer"]').click()),
  ...settingsTabs.map((title, index) => tab('settings', index, title)),
  dialog('support-report', 'settings', async (page) => {
    await page.locator('main [role="tab"]').nth(4).click()
    await page.locator('main [role="tabpanel"] section').nth(2).locator('button').first().click()
  }),
  {
    name: 'support-crash',
    open: async (page) => {
      await tab('settings', 4, '').open(page)
      await page.locator('main [role="tabpanel"] section').nth(2).locator('button').nth(2).click()
      await page.locator('dialog[open] .notice').first().waitFor()
    },
    close: escape,
  },
  {
    name: 'support-log',
    open: async (page) => {
      await tab('settings', 4, '').open(page)
      await page.locator('main [role="tabpanel"] section').nth(2).locator('button').nth(2).click()
      await page.locator('dialog[open] footer button').first().click()
      await page.locator('dialog[open] [data-search]').waitFor()
    },
    close: escape,
  },
  {
    name: 'support-copied',
    open: async (page) => {
      await tab('settings', 4, '').open(page)
      await page.locator('main [role="tabpanel"] section').nth(2).locator('button').nth(2).click()
      await page.locator('dialog[open] footer button').last().click()
      await page.locator('dialog[open] footer [role="status"]:not(:empty)').waitFor({ state: 'attached' })
    },
    close: escape,
  },
  {
    name: 'privacy',
    open: async (page) => {
      await tab('settings', 4, '').open(page)
      const card = page.locator('main [role="tabpanel"] section').first()
      await card.evaluate((section) => section.scrollIntoView({ block: 'start' }))
    },
  },
  profileTab('editor', 0, async (page) => {
    const texts = ['north', 'North Harbour', 'http://north.example', 'https://bank.north.example']
    const inputs = page.locator('main [role="tabpanel"] input')
    for (const [at, text] of texts.entries()) await inputs.nth(at).fill(text)
    await inputs.first().focus()
    await page.locator('main [role="alert"]').waitFor() // no https
  }),
  profileTab('link', 0, async (page) => {
    // a link is offered once the profile is right
    await page.locator('main [role="tabpanel"] input').nth(2).fill('https://north.example')
    await page.locator('main [role="tabpanel"] input').first().focus()
    await page.locator('main [role="alert"]').waitFor({ state: 'detached' })
    await page.locator('main [role="tab"]').nth(1).click()
    await page.locator('main [role="tabpanel"] input').fill('https://north.example/profiles/north.json')
    await page.locator('[data-add-link]').waitFor()
  }),
  popup('communities'),
  popup('notices', 'voice'),
  {
    name: 'friends',
    open: async (page) => {
      await screen('servers').open(page)
      await page.locator('main article h2 button', { hasText: '#1' }).click()
      const stars = page.locator('main [role="gridcell"] button')
      for (const at of [1, 3]) await stars.nth(at).click()
      await screen('home').open(page)
      await page
        .locator('main .columns section')
        .nth(2)
        .evaluate((card) => card.scrollIntoView({ block: 'center' }))
    },
    close: (page) => page.evaluate(() => window.loadout.invoke('settings/change', 'no-friends', { friends: {} })),
  },
  dialog('shortcuts', 'home', (page) => page.keyboard.press('?')),
  {
    name: 'palette',
    open: async (page) => {
      await screen('home').open(page)
      await page.keyboard.press('Control+k')
      await page.locator('dialog[open] input').fill('ma')
      await page.locator('dialog[open] [role="option"]').first().waitFor()
    },
    close: escape,
  },
]

/** Every screen of the navigation, then what is inside them. The settings are walked tab by tab. */
export async function stopsIn(page) {
  const names = await screensOf(page)
  return [...names.filter((name) => name !== 'settings').map(screen), ...inside]
}

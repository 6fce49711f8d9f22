// Stops over a community whose mods are each in another state (community.mjs): something is missing, damaged, full or away.

import { chooseInMenu, openScreen } from '../open-screen.mjs'
import { question, refuse } from './deeds.mjs'

const mod = (page, id) => page.locator(`[data-mod="${id}"]`)
const stands = (page, id, standing) => mod(page, id).locator(`[data-standing="${standing}"]`).waitFor()

/** Brings each mod into its state: the third gets an update, and the fifth does not fit on the drive. */
export async function prepareStates(page, community) {
  await openScreen(page, 'mods')
  await stands(page, 1, 'not-installed')
  await stands(page, 2, 'damaged')
  await stands(page, 3, 'ready')
  await stands(page, 4, 'not-trusted')
  await stands(page, 6, 'stale')
  community.publish()
  await page.keyboard.press('F5')
  await stands(page, 3, 'update')
  await mod(page, 5).locator('[data-action="install"]').click()
  await mod(page, 5).locator('.notice').waitFor()
}

const screen = (name) => (page) => openScreen(page, name)

/** A mod's card, which the search leads to. */
const card = (name) => async (page) => {
  await openScreen(page, 'mods')
  await page.keyboard.press('Control+k')
  await page.locator('dialog[open] input').fill(name)
  const title = page.locator('.title').getByText(name, { exact: true })
  await page.locator('dialog[open] [role="option"]', { has: title }).first().click()
  await page.locator('[data-revealed]').waitFor()
}

/** Waits until the checks are done. A repair may stand in their place. */
const known = (page) => page.locator('[data-readiness]:not([data-readiness=looking]), main .notice').first().waitFor()

const server = (name) => async (page) => {
  await openScreen(page, 'servers')
  await page.locator('main article h2 button', { hasText: name }).click()
  await page.locator('main[data-screen="server"] h1').waitFor()
  await known(page)
}

/** Waits for a seat on the server that is full. */
async function waitForSeat(page, community) {
  community.hasPlayers(100)
  await openScreen(page, 'servers')
  await page.keyboard.press('F5')
  await page.locator('main article h2 button', { hasText: 'Ferry' }).click()
  await page.locator('[data-action="seat-join"]').click()
  await page.locator('[data-action="seat-stop"]').waitFor()
}

const toStart = (page) => page.locator('main').evaluate((element) => element.scrollTo(0, 0))

async function install(page, community) {
  community.holds(true)
  await openScreen(page, 'mods')
  await toStart(page)
  const working = mod(page, 1).locator('[data-repair="fetching"]')
  if (await working.count()) return
  await mod(page, 1).locator('[data-action="install"]').click()
  await working.waitFor()
}

/** The third mod's update waits until the first mod is installed. */
async function enqueue(page, community) {
  await install(page, community)
  const leave = mod(page, 3).locator('[data-action="take-out"]')
  if (!(await leave.count())) await mod(page, 3).locator('[data-action="update"]').click()
  await leave.waitFor()
  await toStart(page)
}

async function pause(page, community) {
  await install(page, community)
  await mod(page, 1).locator('[data-repair] .actions button').first().click()
  await mod(page, 1).locator('[data-repair="paused"]').waitFor()
}

async function interrupt(page, community) {
  await pause(page, community)
  await mod(page, 1).locator('[data-repair="paused"] .actions button').last().click()
  await mod(page, 1).locator('[data-repair="interrupted"]').waitFor()
}

async function forget(page, community) {
  community.holds(false)
  await mod(page, 1).locator('[data-repair="interrupted"] .actions button').last().click()
  await stands(page, 1, 'not-installed')
}

async function stop(page, community) {
  await mod(page, 1).locator('[data-repair="paused"] .actions button').last().click()
  await forget(page, community)
}

/** An install waits because the game runs. */
async function play(page, community) {
  await install(page, community)
  community.plays()
  await mod(page, 1).locator('[data-repair="paused"]').waitFor()
}

async function endPlay(page, community) {
  community.endGame()
  await openScreen(page, 'mods')
  await mod(page, 1).locator('[data-repair="fetching"]').waitFor()
  await pause(page, community)
  await stop(page, community)
}

/** Joins the server that needs no mod. */
async function join(page) {
  await openScreen(page, 'servers')
  await page.locator('main article h2 button', { hasText: 'Arena' }).click()
  await page.locator('[data-join="idle"] .next').click()
  await page.locator('[data-playing]').waitFor()
}

async function leave(page, community) {
  community.endGame()
  await openScreen(page, 'servers')
  await page.locator('main article h2 button', { hasText: 'Arena' }).click()
  await page.locator('[data-join="idle"] .next').waitFor()
}

/** The player is away, so that updates are fetched ahead, or back. */
const away = (app, isAway) =>
  app.evaluate(
    ({ powerMonitor }, seconds) => {
      powerMonitor.getSystemIdleTime = () => seconds
    },
    isAway ? 3_600 : 0,
  )

/** Takes the network away, or gives it back: what main then opens fails as it does without one. */
const network = (app, on) =>
  app.evaluate(({ net }, isThere) => {
    const [tcp, udp] = ['net', 'dgram'].map((name) => process.getBuiltinModule(name).Socket)
    for (const kind of [tcp, udp]) kind.prototype.connects ??= kind.prototype.connect
    net.asks ??= net.isOnline
    net.isOnline = isThere ? net.asks : () => false
    const none = () => Object.assign(new Error('no network'), { code: 'ENETUNREACH' })
    tcp.prototype.connect = isThere
      ? tcp.prototype.connects
      : function fail() {
          process.nextTick(() => this.destroy(none()))
          return this
        }
    udp.prototype.connect = isThere
      ? udp.prototype.connects
      : function fail() {
          process.nextTick(() => this.emit('error', none()))
        }
  }, on)

/** A screen while the service is in this state: refreshed, so that it shows what it found. */
const while_ = (community, state, name) => async (page, app) => {
  if (state === 'away') await network(app, false)
  community.becomes(state)
  await openScreen(page, name)
  await page.evaluate(() => document.activeElement.blur()) // a key would draw the focus of what the mouse has pressed
  await page.keyboard.press('F5')
  await page.locator('main .as-of:not(.live), main [role=alert], main .notice').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('main :is([aria-busy=true], [data-standing=working])'))
  if (name === 'home') await known(page)
}
const up = (community) => async (page, _, app) => {
  await network(app, true)
  community.becomes('up')
  await page.keyboard.press('F5')
}

/** The mods' states. */
const modStops = (community) => [
  { name: 'state-home', open: screen('home') },
  { name: 'state-servers', open: screen('servers') },
  { name: 'state-not-installed', open: card('Harbour') },
  { name: 'state-damaged', open: card('Roads') },
  { name: 'state-update', open: card('Uniforms') },
  { name: 'state-not-trusted', open: card('Radio') },
  { name: 'state-full-disk', open: card('Tracks') },
  { name: 'state-stale', open: card('Terrain') },
  {
    name: 'question-uninstall',
    open: async (page) => {
      await openScreen(page, 'mods')
      await chooseInMenu(mod(page, 2), 'remove')
    },
    window: question,
    close: refuse,
  },
  {
    name: 'state-checking',
    open: async (page) => {
      await card('Terrain')(page)
      await chooseInMenu(mod(page, 6), 'full-check')
      await mod(page, 6).locator('[data-action="pause"]').waitFor()
    },
    close: async (page) => {
      await mod(page, 6).locator('[data-action="cancel"]').click()
      await stands(page, 6, 'stale')
    },
  },
  {
    name: 'state-server-silent',
    open: async (page) => {
      community.silences(true)
      await server('Arena')(page)
      await page.locator('[data-check="server"][data-state="care"]').waitFor()
    },
    close: () => community.silences(false),
  },
  ...Object.entries({
    ...{ 'not-installed': 'Harbour', damaged: 'Roads', update: 'Uniforms' },
    ...{ 'not-trusted': 'Radio', 'full-disk': 'Tracks', stale: 'Terrain', 'two-mods': 'Isles' },
  }).map(([state, name]) => ({ name: `state-server-${state}`, open: server(name) })),
]

/** Work on mods. */
const workStops = (community) => [
  { name: 'state-installing', open: (page) => install(page, community) },
  {
    name: 'state-installing-home',
    open: async (page) => {
      await install(page, community)
      await openScreen(page, 'home')
    },
  },
  { name: 'state-queued', open: (page) => enqueue(page, community) },
  {
    name: 'state-queued-servers',
    open: async (page) => {
      await enqueue(page, community)
      await openScreen(page, 'servers')
    },
    close: async (page) => {
      await openScreen(page, 'mods')
      await mod(page, 3).locator('[data-action="take-out"]').click()
      await stands(page, 3, 'update')
    },
  },
  {
    name: 'state-paused',
    open: (page) => pause(page, community),
    close: (page) => stop(page, community),
  },
  {
    name: 'state-stopped',
    open: (page) => interrupt(page, community),
    close: (page) => forget(page, community),
  },
  {
    name: 'state-stopped-home',
    open: async (page) => {
      await interrupt(page, community)
      await openScreen(page, 'home')
    },
    close: async (page) => {
      await openScreen(page, 'mods')
      await forget(page, community)
    },
  },
  {
    name: 'state-downloaded',
    open: async (page, app) => {
      await card('Uniforms')(page)
      await away(app, true)
      community.publish() // what changes begins it
      const before = await mod(page, 3).innerText()
      await page.keyboard.press('F5')
      await page.waitForFunction(
        ([text, size]) => {
          const card = document.querySelector('[data-mod="3"]')
          const isUpdate = card.querySelector('[data-standing="update"]') !== null // and no more checked
          return isUpdate && card.innerText !== text && !size.test(card.innerText)
        },
        [before, / (?:KB|MB|bytes)/],
      )
    },
    close: async (page, _, app) => {
      await away(app, false)
      community.publish()
      await page.keyboard.press('F5')
    },
  },
]

/** While the game runs. */
const gameStops = (community) => [
  ...['mods', 'home', 'servers'].map((name) => ({
    name: `state-game-${name}`,
    open: async (page) => {
      await play(page, community)
      await openScreen(page, name)
    },
    close: (page) => endPlay(page, community),
  })),
  ...['server', 'home', 'servers', 'mods'].map((name) => ({
    name: `state-playing-${name}`,
    open: async (page) => {
      await join(page)
      if (name !== 'server') await openScreen(page, name)
    },
    close: (page) => leave(page, community),
  })),
]

/** While the community, the network or the game folder is away. */
const awayStops = (community) => [
  ...['down', 'away'].flatMap((state) =>
    ['home', 'servers', 'news', 'mods', 'market'].map((name) => ({
      name: `state-${state === 'away' ? 'offline' : state}-${name}`,
      open: while_(community, state, name),
      close: up(community),
    })),
  ),
  ...['mods', 'home', 'servers'].map((name) => ({
    name: `state-no-folder-${name}`,
    open: async (page) => {
      community.hidesGame(true)
      await openScreen(page, 'mods')
      await page.keyboard.press('F5') // looks for the folder
      await page.locator('[data-action="check-all"]:disabled').waitFor()
      await openScreen(page, name)
      if (name === 'home') await known(page)
    },
    close: async (page) => {
      community.hidesGame(false)
      await openScreen(page, 'mods')
      await page.keyboard.press('F5')
      await page.locator('[data-action="check-all"]:enabled').waitFor()
    },
  })),
]

/** The wait for a seat, and its end: by the server's own answer, or by the service's alone. */
const seatStops = (community) => [
  {
    name: 'seat-wait',
    open: (page) => waitForSeat(page, community),
    close: (page) => page.locator('[data-action="seat-stop"]').click(),
  },
  ...[false, true].map((isSilent) => ({
    name: isSilent ? 'seat-unsure' : 'seat-countdown',
    open: async (page) => {
      await waitForSeat(page, community)
      community.silences(isSilent)
      community.hasPlayers(99)
      await page.locator('dialog[open]').waitFor()
      await page.locator('[data-join] [data-action="seat-join"]').waitFor({ state: 'detached' })
    },
    close: async (page) => {
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      community.silences(false)
    },
  })),
]

/** The mods on their way to another drive. */
const moveStops = (community) => [
  {
    name: 'state-moving',
    open: async (page, app) => {
      await app.evaluate(({ dialog }, folder) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [folder] })
      }, community.elsewhere)
      await openScreen(page, 'mods')
      await page.locator('[data-action="move-mods"]').click()
      await page.locator('[data-move=moving]').waitFor()
    },
    close: async (page) => {
      await page.locator('[data-move] > button').last().click()
      await page.locator('[data-move]').waitFor({ state: 'detached' })
    },
  },
]

export const stateStops = (community) =>
  [modStops, workStops, gameStops, awayStops, seatStops, moveStops].flatMap((stops) => stops(community))

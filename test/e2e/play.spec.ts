import type { Page } from '@playwright/test'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openScreen } from '../../scripts/lib/open-screen.mjs'
import { change, expect, test, type Started } from './support/app.ts'
import { watchMoves } from './support/moves.ts'
import { end } from './support/process.ts'
import { MAPS_CONTENT, playCommunity, type Wishes } from './support/play-community.ts'

type Community = Awaited<ReturnType<typeof playCommunity>>

/** Opens the first server's own screen, where it can be joined. */
async function openServer(page: Page): Promise<void> {
  await openScreen(page, 'servers')
  await page.locator('main article h2 button').first().click()
  await page.locator('main[data-screen=server] [data-join]').waitFor()
}
/** Shows all checks: the first press may show only those that did not pass. */
async function allChecks(page: Page) {
  const more = page.locator('[data-action=all-checks]')
  await more.click()
  if ((await more.getAttribute('data-extent')) === 'problems') await more.click()
}
const joinButton = (page: Page) => page.getByRole('button', { name: 'Join', exact: true })
const step = (page: Page, id: string) => page.locator(`[data-step=${id}]`)
const check = (page: Page, id: string) => page.locator(`[data-check=${id}]`)
const outcome = (page: Page) => page.locator('[data-join]')

/** Starts the app with a small community of its own, on the screen of its server. */
const withCommunity =
  (wishes: Wishes, work: (given: Started & { community: Community }) => Promise<void>) =>
  async ({ start }: { start: (options: object) => Promise<Started> }) => {
    const community = await playCommunity(wishes)
    try {
      const started = await start({ args: community.args, env: community.env })
      await openServer(started.page)
      await expect(
        started.page.getByRole('button', { name: /^(Join|Join anyway|Repair and join|Install and join)$/ }).first(),
      ).toBeEnabled()
      await work({ ...started, community })
    } finally {
      await community.close()
    }
  }

const expected = (community: Community, ...more: string[]) => [
  '-applaunch',
  '107410',
  '-noLauncher',
  '-useBE',
  '-connect=127.0.0.1',
  `-port=${community.port}`,
  '-mod=@Harbour',
  ...more,
]

test(
  'a whole join: files, voice, start, playing',
  withCommunity({ players: 40, server: { ServerPassword: 4711 } }, async ({ page, community }) => {
    await allChecks(page)
    await expect(check(page, 'server')).toHaveAttribute('data-state', 'good')
    await expect(check(page, 'install')).toHaveAttribute('data-state', 'good')
    await page.getByRole('button', { name: 'Start options' }).click()
    await expect(page.getByTestId('launch-line')).toContainText('-password=•••')
    await expect(page.getByTestId('launch-line')).not.toContainText('=4711') // the port may end so
    await page.keyboard.press('Escape')
    await joinButton(page).click()
    await expect(outcome(page)).toHaveAttribute('data-join', 'playing')
    expect(await community.steamSaw()).toEqual(expected(community, '-password=4711', '-noSplash', '-skipIntro'))
    await expect.poll(community.openerSaw).toEqual(['ts3server://voice.example.org?port=9987'])
    await expect(page.getByText(/^Playing since/)).toBeVisible()
    await expect(joinButton(page)).toBeHidden()
    await expect(page.locator('[data-check]')).toHaveCount(0)
    await openScreen(page, 'servers')
    await expect(page.locator('[data-live]')).toContainText(/[\d,]+\sms · Map: Altis/)
    await openScreen(page, 'voice')
    await page.getByLabel('Voice app').selectOption('teamspeak')
    await page.getByRole('button', { name: 'Join voice' }).click()
    await expect.poll(community.openerSaw).toEqual(['teamspeak://voice.example.org?port=9987'])
  }),
)

test(
  'damaged files stop a join with the way to repair; "join anyway" goes on',
  withCommunity({ players: 40, damaged: true }, async ({ page, community }) => {
    // an install that is found while the screen is open moves nothing
    await allChecks(page)
    await expect(check(page, 'install')).toHaveAttribute('data-state', 'good')
    await page.getByRole('button', { name: 'Start options' }).click()
    await page.getByRole('tab', { name: 'Game and voice' }).click()
    await expect(page.locator('[data-install]')).toBeVisible()
    const movesOn = await watchMoves(page)
    await community.installAgain()
    await page.getByRole('button', { name: 'Search again' }).click()
    await expect(page.getByRole('button', { name: 'Show all…' })).toBeVisible()
    await expect(check(page, 'install')).toHaveAttribute('data-state', 'care')
    expect(await movesOn('several installs')).toEqual([])
    await page.keyboard.press('Escape')
    await openScreen(page, 'servers')
    await page.getByRole('button', { name: /^Repair and join: Harbour/ }).click()
    await expect(outcome(page)).toHaveAttribute('data-join', 'stopped')
    // the file that would be replaced never came from the community, so the plan is shown first
    await expect(page.getByRole('dialog', { name: 'Repair Harbour' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(step(page, 'files')).toContainText('Harbour: 1 file to repair') // in the words of the check
    await expect(step(page, 'files')).toContainText('J-201')
    await expect(page.getByRole('button', { name: 'Repair and join' })).toBeVisible()
    expect(await community.steamSaw()).toBeUndefined()
    await page.getByLabel('Join voice too').uncheck()
    await page.getByRole('button', { name: 'Join anyway' }).click()
    await expect(outcome(page)).toHaveAttribute('data-join', 'playing')
    await expect(step(page, 'files')).toHaveAttribute('data-state', 'warned')
    expect(await community.steamSaw()).toEqual(expected(community, '-noSplash', '-skipIntro'))
    expect(await community.openerSaw()).toBeUndefined()
    await community.endGame()
    await page.reload()
    await expect(page.getByLabel('Join voice too')).not.toBeChecked()
  }),
)

test(
  'a server that loads two mods of the community is joined once the one that is missing is installed',
  withCommunity({ players: 40, maps: true }, async ({ page, community }) => {
    await page.getByRole('button', { name: 'Install and join' }).click()
    await expect(outcome(page)).toHaveAttribute('data-join', 'playing')
    expect(await readFile(join(community.gameDir, '@Maps/addons/m.pbo'), 'utf8')).toBe(MAPS_CONTENT)
    expect(community.asked).toEqual([]) // the other one was right
    const parameters = await readFile(join(community.gameDir, 'loadout-parameters.txt'), 'utf8')
    expect(parameters).toContain('-mod=@Harbour;@Maps')
  }),
)

test(
  'a server that is offline is not joined unasked @long',
  withCommunity({ server: { online: 0 } }, async ({ page, community }) => {
    await expect(joinButton(page)).toBeHidden()
    await page.getByRole('button', { name: 'Notify me when online' }).first().click()
    await expect(page.getByRole('button', { name: 'Waiting for the server' })).toBeVisible()
    expect(await community.steamSaw()).toBeUndefined()
    expect(await community.openerSaw()).toBeUndefined()
    await page.getByRole('button', { name: 'Join anyway' }).click()
    await expect(outcome(page)).toHaveAttribute('data-join', 'playing')
    await expect(step(page, 'start')).toContainText('J-403')
  }),
)

test(
  'a full server offers to wait for a seat @long',
  withCommunity({ players: 100 }, async ({ page, community }) => {
    await expect(check(page, 'seats')).toContainText('Full')
    await expect(joinButton(page)).toHaveCount(0)
    const notify = check(page, 'seats').getByRole('button', { name: 'Notify me when free' })
    await notify.click()
    await expect(notify).toHaveCount(0)
    expect(await community.steamSaw()).toBeUndefined()
  }),
)

test(
  'a full server is joined when a seat is free, unless the player says no @long',
  withCommunity({ players: 100, server: { StartParameters: '' } }, async ({ page, community }) => {
    await page.getByRole('button', { name: 'Join when free' }).click()
    await expect(page.getByText('Waiting for a slot')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Notify me when free' })).toHaveCount(0)
    await openScreen(page, 'news')
    community.hasPlayers(99)
    const found = page.getByRole('dialog', { name: 'A slot is free on Harbour 1' })
    await expect(found).toContainText(/Loadout joins in \d+ seconds?/)
    expect(await community.steamSaw()).toBeUndefined()
    await found.getByRole('button', { name: 'Join now' }).click()
    await expect(outcome(page)).toHaveAttribute('data-join', 'playing')
    // the server names no folders, so the folder of its mod is loaded
    expect(await community.steamSaw()).toEqual(expected(community, '-noSplash', '-skipIntro'))
  }),
)

test('Discord shows the server, its players and the invite link while its player plays, once that is switched on @long', async ({
  start,
}) => {
  const community = await playCommunity({ players: 40, discord: true })
  try {
    const { app, page } = await start({ args: community.args, env: community.env })
    const discord = community.discord
    await openServer(page)
    await page.getByRole('button', { name: 'Copy invite link' }).click()
    await expect(page.getByText('loadout://join/1')).toBeVisible()
    await joinButton(page).click()
    await expect(outcome(page)).toHaveAttribute('data-join', 'playing')
    await openScreen(page, 'settings')
    await page.getByRole('tab', { name: 'Privacy and support' }).click()
    const seen = page.getByLabel('Show on Discord')
    await expect(seen).not.toBeChecked()
    expect(discord?.heard).toEqual([])
    await seen.scrollIntoViewIfNeeded()
    await seen.check()
    await expect.poll(() => discord?.activities()).toHaveLength(1)
    expect(discord?.activities()[0]).toEqual({
      pid: app.process().pid,
      activity: {
        details: 'Harbour 1',
        state: 'Harbour',
        timestamps: { start: expect.any(Number) as unknown },
        party: { id: 'server-1', size: [40, 100] },
        buttons: [{ label: 'Harbour', url: 'https://harbour.example/join#loadout://join/1' }],
      },
    })
    await change(page, { streamerMode: true })
    await expect.poll(() => discord?.sockets.size).toBe(0)
    await change(page, { streamerMode: false })
    await expect.poll(() => discord?.activities()).toHaveLength(2)
    await community.endGame()
    await expect.poll(() => discord?.sockets.size).toBe(0)
  } finally {
    await community.close()
  }
})

test(
  'a hostile record starts nothing and opens nothing',
  withCommunity({ players: 40, server: { StartParameters: '@Harbour" -exec=evil' } }, async ({ page, community }) => {
    await joinButton(page).click()
    await expect(step(page, 'start')).toContainText('J-405')
    await expect(step(page, 'start')).toContainText('StartParameters')
    expect(await community.steamSaw()).toBeUndefined()
    expect(await community.openerSaw()).toBeUndefined()
    // a value that is no folder is left out completely, and the server's own mod is what remains
    await page.getByRole('button', { name: 'Join anyway' }).click()
    await expect(outcome(page)).toHaveAttribute('data-join', 'playing')
    await expect(step(page, 'start')).toContainText('J-405')
    const sent = (await community.steamSaw()) ?? []
    expect(sent.filter((argument) => /mod|evil|exec|Harbour/.test(argument))).toEqual(['-mod=@Harbour'])
  }),
)

test(
  'the game is started without a server, with the mods that the player chose @long',
  withCommunity({ players: 40 }, async ({ page, community }) => {
    await mkdir(join(community.gameDir, '@Isle Maps/addons'), { recursive: true })
    await openScreen(page, 'servers')
    await page.getByRole('button', { name: 'Start options' }).click()
    const line = page.getByTestId('launch-line')
    await expect(line).not.toContainText('-mod')
    await page.getByRole('tab', { name: 'Mods' }).click()
    await page.getByLabel('@Isle Maps').check()
    await page.getByLabel('@Harbour').check()
    await expect(line).toContainText('-par=')
    await page.getByLabel('@Isle Maps').uncheck()
    await expect(line).toContainText('-mod=@Harbour')
    await expect(line).not.toContainText('-connect')
    const start = page.locator('[data-action=start-alone]')
    await start.click()
    await expect(start).toHaveText('Game running')
    await expect(start).toBeDisabled()
    expect(await community.steamSaw()).toEqual([
      ...['-applaunch', '107410', '-noLauncher', '-useBE', '-mod=@Harbour'],
      ...['-noSplash', '-skipIntro'],
    ])
  }),
)

test(
  'the voice client is asked over ClientQuery whether it is on the community’s server; the player’s own mod is loaded on the server that it was switched on for, with a word on whether it is allowed @long',
  withCommunity({ players: 40 }, async ({ page, community }) => {
    for (const [tab, state, words] of [
      ['127.0.0.1:1234', 'care', 'Connected to another server'],
      ['voice.example.org:9987', 'good', 'Connected to the community'],
    ] as const) {
      const endClient = await community.voiceClient(tab)
      try {
        await page.reload()
        await openServer(page)
        await allChecks(page)
        await expect(check(page, 'voice')).toHaveAttribute('data-state', state)
        await expect(check(page, 'voice')).toContainText(words)
      } finally {
        endClient()
      }
    }

    await mkdir(join(community.gameDir, '@Maps/addons'), { recursive: true })
    await page.getByRole('button', { name: 'Start options' }).click()
    await page.getByRole('tab', { name: 'Mods' }).click()
    const own = page.getByTestId('mod-choice').first()
    await own.getByLabel('@Maps').check()
    await expect(own.getByLabel('always loaded')).toBeDisabled() // it belongs to the server
    await expect(page.getByText('-mod=@Harbour;@Maps')).toBeVisible()
    await page.getByLabel('Name of a new preset').first().fill('Sights')
    await page.getByRole('button', { name: 'Save preset' }).first().click()
    await expect(page.getByLabel('Preset').first()).toHaveValue('Sights')
    await page.keyboard.press('Escape')
    await expect(check(page, 'own-mods')).toContainText('does not say which mods it allows')
    await joinButton(page).click()
    await expect(outcome(page)).toHaveAttribute('data-join', 'playing')
    const file = await readFile(join(community.gameDir, 'loadout-parameters.txt'), 'utf8')
    expect(file.split('\n')).toContain('-mod=@Harbour;@Maps')
  }),
)

test('a player whose documents are on a drive that is gone can play @long', async ({ start }) => {
  const community = await playCommunity({ players: 40 })
  try {
    const config = join(community.env.HOME, '.config')
    await mkdir(config, { recursive: true })
    await writeFile(join(config, 'user-dirs.dirs'), 'XDG_DOCUMENTS_DIR="/proc/gone"\n')
    const { page } = await start({ args: community.args, env: { ...community.env, XDG_CONFIG_HOME: config } })
    await openServer(page)
    await allChecks(page)
    await expect(check(page, 'install')).toHaveAttribute('data-state', 'good')
  } finally {
    await community.close()
  }
})

test('the demo is joined from its server, with a click @long', async ({ start }) => {
  const { page, userData } = await start()
  await change(page, { favouriteServers: ['demo/1'] }) // the order depends on the time of day
  // Home, Mods and the server show the same count in the same words. Home shows the repair's plan.
  const readiness = page.locator('[data-readiness=bad]')
  await expect(readiness).toContainText('Nordwind 3.4: 4 files to repair')
  await page.locator('main [data-action=details]').click()
  await expect(page.getByRole('dialog')).toContainText('Nordwind 3.4')
  await page.keyboard.press('Escape')
  await openScreen(page, 'mods')
  await expect(page.locator('[data-mod="1"] [data-standing=damaged]')).toHaveText('Damaged')
  await expect(page.locator('[data-mod="1"]')).toContainText('4 files to repair ·')
  await openServer(page)
  await expect(check(page, 'mods')).toContainText('Nordwind 3.4: 4 files to repair')
  await openScreen(page, 'servers')
  await expect(page.locator('[data-live]').first()).toContainText(/(\d+ of \d+ · )?[\d,]+\sms · \w+/)
  await page.getByRole('button', { name: /^Repair and join: Nordwind Roleplay #1/ }).click()
  await expect(outcome(page)).toHaveAttribute('data-join', 'stopped')
  await expect(page.getByRole('dialog', { name: 'Repair Nordwind 3.4' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Join anyway' }).click()
  await expect(outcome(page)).toHaveAttribute('data-join', 'playing')
  // its process is visible before it has written its arguments
  const noted = () => readFile(join(userData, 'demo/game/demo-game.args'), 'utf8').catch(() => '')
  await expect.poll(noted).not.toBe('')
  const args = (await noted()).trimEnd().split('\n')
  expect(args.slice(0, 5)).toEqual([
    '-noLauncher',
    '-useBE',
    '-connect=127.0.0.1',
    expect.stringMatching(/^-port=\d+$/),
    '-mod=@Nordwind',
  ])
  const log = `12:00:00 Addon 'a' requires addon 'b'\n12:00:01 Exception code: C0000005 ACCESS_VIOLATION at 1AB3\n`
  await writeFile(join(userData, 'demo/game/evening.rpt'), log)
  // it leads its own process group, and would delay the end of the test
  end(-Number(await readFile(join(userData, 'demo/game/demo-game.pid'), 'utf8')))
  const help = page.getByRole('dialog', { name: 'Your game ended unexpectedly' })
  await expect(help).toContainText('The game itself crashed.')
  await expect(help.getByRole('button', { name: 'Verify in Steam' })).toBeVisible()
  await help.getByRole('button', { name: 'Check all mods' }).click()
  await expect(page.locator('main[data-screen=mods] [data-mod="1"]')).toBeVisible()
})

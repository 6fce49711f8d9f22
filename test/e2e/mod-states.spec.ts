import { existsSync, mkdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseInMenu, openScreen } from '../../scripts/lib/open-screen.mjs'
import { expect, sleepAndWake, test } from './support/app.ts'
import { playCommunity } from './support/play-community.ts'

test('a mod in each of its states @long', async ({ start }) => {
  const community = await playCommunity({ players: 40, absent: true })
  try {
    const { app, page } = await start({ args: community.args, env: community.env })
    await expect(page.locator('main [data-next=install]')).toBeVisible() // Home starts the mod's check
    await openScreen(page, 'servers')
    await expect(page.locator('main article [data-action=join]')).toContainText('Install and join')
    await openScreen(page, 'mods')
    const mod = page.locator('[data-mod="5"]')
    const press = (action: string) => mod.locator(`[data-action=${action}]`).click()
    const stands = async (standing: string) => {
      await expect(mod.locator(`[data-standing=${standing}]`)).toBeVisible()
    }
    await stands('not-installed')
    const stalled = community.hold()
    await press('install')
    await stalled
    await expect(page.locator('main [data-repair=fetching]')).toBeVisible()
    await stands('working')
    await openScreen(page, 'servers')
    await expect(page.locator('main [data-standing=working]')).toHaveText(/Installing/)
    await openScreen(page, 'mods')
    await page.locator('main [data-repair]').getByRole('button', { name: 'Pause' }).click()
    await expect(page.locator('main [data-repair=paused]')).toBeVisible()
    await stands('paused')
    renameSync(community.gameDir, `${community.gameDir}-disk`)
    community.goOn()
    await page.locator('main [data-repair]').getByRole('button', { name: 'Resume' }).click()
    await expect(mod).toContainText('The folder with the mods is gone.')
    renameSync(`${community.gameDir}-disk`, community.gameDir)
    await expect(mod.getByText('Installed', { exact: true })).toBeVisible()
    await stands('ready')
    community.publish({ 'a.pbo': 'the harbour, dredged' })
    await page.keyboard.press('F5')
    await stands('update')
    await expect(mod).not.toContainText('No file differs from the list.')
    await expect(mod.getByText('Installed', { exact: true })).toHaveCount(0)
    await press('update')
    await expect(mod.locator('[data-standing=ready]')).toBeVisible()
    writeFileSync(join(community.gameDir, '@Harbour/addons/a.pbo'), 'the harbour, flooded')
    await chooseInMenu(mod, 'full-check')
    await stands('damaged')
    community.rename('Harbour Isles') // the app may run for weeks
    await sleepAndWake(app)
    await expect(mod).toContainText('Harbour Isles')
    await stands('damaged')
    community.publish({})
    await chooseInMenu(mod, 'full-check')
    await stands('not-trusted')
  } finally {
    await community.close()
  }
})

test('a move of mods to another disk: under way, paused, done, and the game is started with them there @long', async ({
  start,
}) => {
  const community = await playCommunity({ players: 40 })
  try {
    const { app, page } = await start({ args: community.args, env: community.env })
    const large = join(community.gameDir, '@Harbour/addons/large.bin')
    writeFileSync(large, '')
    truncateSync(large, 2 ** 29)
    const elsewhere = join(community.gameDir, '../../../../disk/Mods')
    mkdirSync(elsewhere, { recursive: true })
    await app.evaluate(({ dialog }, folder) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [folder] })
    }, elsewhere)
    await openScreen(page, 'mods')
    const place = page.locator('.place')
    await page.locator('[data-action="move-mods"]').click()
    await expect(page.locator('[data-move=moving]')).toBeVisible()
    await place.getByRole('button', { name: 'Pause' }).click()
    await expect(page.locator('[data-move=paused]')).toBeVisible()
    await place.getByRole('button', { name: 'Resume' }).click()
    await expect(page.locator('[data-move=moving]')).toBeVisible()
    await expect(page.locator('[data-move]')).toHaveCount(0)
    await expect(page.locator('.toasts')).toContainText(/Mods moved to .*disk\/Mods/)
    await expect(page.getByRole('group', { name: 'Game folder' })).toContainText('disk/Mods')
    expect(readFileSync(join(elsewhere, '@Harbour/addons/a.pbo'), 'utf8')).toBe('the harbour')
    expect(existsSync(join(community.gameDir, '@Harbour'))).toBe(false)
    await expect(page.locator('[data-standing=ready]')).toBeVisible()
    await openScreen(page, 'home')
    await page.locator('main').getByRole('button', { name: 'Join', exact: true }).click()
    await expect(page.locator('[data-join]')).toHaveAttribute('data-join', 'playing')
    const lines = readFileSync(join(community.gameDir, 'loadout-parameters.txt'), 'utf8').split('\n')
    expect(lines.find((line) => line.startsWith('-mod='))).toMatch(/^-mod=Z:\\.*\\disk\\Mods\\@Harbour$/)
  } finally {
    await community.close()
  }
})

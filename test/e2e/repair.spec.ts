import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseInMenu, openScreen } from '../../scripts/lib/open-screen.mjs'
import { openOwnDisk } from '../../src-main/mods/repair/index.ts'
import { beginRepairSession } from '../../src-main/mods/repair/session.ts'
import { StepList } from '../../src-main/mods/repair/steps.ts'
import { safe } from '../repair/support.ts'
import { runLoadout } from '../support/loadout.ts'
import { expect, sleepAndWake, test } from './support/app.ts'
import { answer, question } from './support/question.ts'
import { watchMoves } from './support/moves.ts'
import { playCommunity } from './support/play-community.ts'

test('a damaged mod is repaired to ready, and nothing is lost', async ({ start }) => {
  const { app, page, userData } = await start()
  // the speed of the player's connection says nothing about the demo, whose service is this computer, nor the other way round
  writeFileSync(join(userData, 'repair-speed.json'), '{"bytesPerSecond":5000000}')
  expect(await page.evaluate(() => window.loadout.invoke('repair/speed', 'speed', undefined))).toMatchObject({
    value: null,
  })
  await page.locator('[data-nav="mods"]').click()
  const mod = page.locator('[data-mod="1"]')
  const gameDir = join(userData, 'demo', 'game')
  const trucks = join(gameDir, '@Nordwind', 'addons', 'nw_trucks.pbo')
  await chooseInMenu(mod, 'full-check')
  await expect(mod.getByText(/Full check ·/)).toBeVisible()
  const former = readFileSync(trucks)

  await mod.locator('[data-action="repair"]').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('@Nordwind/addons/nw_trucks.pbo')
  await expect(dialog).toContainText('@Nordwind/addons/nw_uniforms_2019.pbo')
  expect(readFileSync(trucks).equals(former)).toBe(true)

  await dialog.getByRole('checkbox', { name: /nw_radio/ }).uncheck()
  await dialog.getByRole('button', { name: 'Repair 3 files' }).click()
  await expect(mod.getByText('3 files repaired')).toBeVisible()
  await expect(mod.locator(':focus')).toHaveCount(1) // its button disappeared while the dialog was open
  expect(readFileSync(trucks).equals(former)).toBe(false)
  expect(existsSync(join(gameDir, '@Nordwind', 'addons', 'nw_uniforms_2019.pbo'))).toBe(true)

  await mod.locator('[data-action="repair"]').click()
  await dialog.getByRole('button', { name: 'Repair 1 file' }).click()
  await expect(mod.getByText('1 file repaired')).toBeVisible()
  await expect(mod.locator('[data-standing="ready"]')).toBeVisible()

  await expect(mod.locator('[data-problem=extra]')).toBeVisible() // the remaining problems were read
  // the result of a repair has its space from the first paint on
  const movesOn = await watchMoves(page)
  await page.locator('[data-nav="home"]').click()
  // Home checks the files itself; while a check runs, a card shows its progress in place of the result
  await page.locator('main[data-screen="home"] [data-readiness]:not([data-readiness=looking])').waitFor()
  await page.locator('[data-nav="mods"]').click()
  await expect(mod.getByText('1 file repaired')).toBeVisible()
  expect(await movesOn('back on Mods')).toEqual([])

  await page.getByRole('tab', { name: 'Quarantine' }).click()
  const bringBack = page.getByRole('button', { name: 'Restore all' })
  await expect(bringBack).toHaveCount(2)
  await bringBack.last().click()
  await expect(page.getByText(/^Files of .* restored$/)).toBeVisible()
  expect(readFileSync(trucks).equals(former)).toBe(true)
  await page.locator('[data-action="notices"]').click()
  await expect(page.getByText(/^Ready to play/)).toHaveCount(0) // the restored file made the notice untrue
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Empty quarantine…' }).click()
  await answer(app, 'yes')
  await expect(page.getByText('The quarantine is empty')).toBeVisible()
  await page.getByRole('tab', { name: 'Mods' }).click()
  await expect(mod.locator('[data-action="repair"]')).toBeVisible()
})

test('from damaged over an update that a sleep interrupts to ready, and on to the join @long', async ({ start }) => {
  const community = await playCommunity({ players: 40 })
  try {
    const { app, page } = await start({ args: community.args, env: community.env })
    const dialog = page.getByRole('dialog')
    const mod = page.locator('[data-mod="5"]')

    await openScreen(page, 'home')
    // only damage that no check has seen yet lets the button say Join
    await expect(page.locator('[data-readiness=unknown]')).toBeVisible()
    writeFileSync(join(community.gameDir, '@Harbour/addons/a.pbo'), 'the hangars')
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await expect(page.locator('[data-step=files]')).toContainText('J-201')
    await page.locator('[data-step=files]').getByRole('button', { name: 'Details' }).click()
    await dialog.getByRole('button', { name: 'Repair 1 file' }).click()
    await openScreen(page, 'mods')
    await expect(mod.locator('[data-standing="ready"]')).toBeVisible()

    const movesOn = await watchMoves(page)
    community.publish({ 'a.pbo': 'the harbour, dredged', 'b.pbo': 'a lighthouse' })
    await page.getByRole('button', { name: 'Refresh' }).click()
    const update = mod.locator('[data-action="update"]')
    await expect(update).toBeEnabled()
    expect(await movesOn('an update comes')).toEqual([])
    await mod.locator('[data-action="details"]').click()
    await expect(dialog).toContainText('@Harbour/addons/b.pbo')
    const stalled = community.stallOnce()
    // it only replaces files that came from this community, so nothing is asked
    await dialog.getByRole('button', { name: 'Update' }).click()
    await stalled
    // the mod shows its own progress, so the bar leaves it out
    await expect(mod.locator('[data-repair="fetching"]')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Running tasks' })).toBeHidden()
    // The connection died during the sleep without a sign. After waking, the app asks again, long before the stall would be noticed.
    await sleepAndWake(app)
    await expect(mod.locator('[data-standing="ready"]')).toBeVisible()
    await expect(update).toBeHidden()
    expect(readFileSync(join(community.gameDir, '@Harbour/addons/a.pbo'), 'utf8')).toBe('the harbour, dredged')

    await openScreen(page, 'home')
    // the join that the damage stopped is forgotten, so there is nothing to try again
    await expect(page.locator('[data-join]')).toHaveAttribute('data-join', 'idle')
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await expect(page.locator('[data-step=files]')).toHaveAttribute('data-state', 'done')
    await expect(page.locator('[data-join]')).toHaveAttribute('data-join', 'playing')
  } finally {
    await community.close()
  }
})

test('a mod that is not there is installed with one press, which says before what it takes @long', async ({
  start,
}, info) => {
  const community = await playCommunity({ absent: true })
  try {
    const { app, page } = await start({ args: community.args, env: community.env })
    await page.locator('[data-nav=mods]').click()
    const mod = page.locator('[data-mod="5"]')
    await expect(mod.locator('[data-standing="not-installed"]')).toHaveText('Not installed')
    await expect(mod).toContainText('11 bytes')
    const stalled = community.stallOnce()
    await mod.locator('[data-action="install"]').click()
    await stalled
    const words = ['repair', ...community.args, '--mod', '5', '--game-dir', community.gameDir, '--yes', '--json']
    const refused = await runLoadout(words, info.outputPath(), community.env, 'out/main/cli.js')
    expect(refused.err).toMatch(/repair-busy: .+ by another Loadout \(\w+, process \d+, since \d{4}-.+\); wait for it/)
    expect([refused.code, JSON.parse(refused.out)]).toMatchObject([3, { result: 'failed', code: 'repair-busy' }])
    const jobs = page.getByRole('region', { name: 'Running tasks' })
    await page.locator('[data-nav~=news]').click()
    await expect(jobs).toContainText('Installing Harbour')
    await jobs.getByRole('button', { name: 'Stop' }).click()
    await jobs.waitFor({ state: 'hidden' })
    await page.locator('[data-nav=mods]').click()
    await mod.getByRole('button', { name: 'Resume' }).click()
    await expect(mod.locator('[data-standing="ready"]')).toBeVisible()
    expect(readFileSync(join(community.gameDir, '@Harbour/addons/a.pbo'), 'utf8')).toBe('the harbour')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await chooseInMenu(mod, 'remove')
    await answer(app, 'yes')
    await expect(mod.locator('[data-standing="not-installed"]')).toBeVisible()
    expect(existsSync(join(community.gameDir, '@Harbour/addons/a.pbo'))).toBe(false)
    const kept = () => readdirSync(join(community.gameDir, '.loadout'))
    const removed = kept()
    await mod.locator('[data-action="install"]').click()
    await expect(mod.locator('[data-standing="ready"]')).toBeVisible()
    const installed = kept()
    await chooseInMenu(mod, 'remove')
    await expect((await question(app)).locator('main')).toContainText('cannot be undone')
    await answer(app, 'other') // deletes permanently
    await expect(mod.locator('[data-standing="not-installed"]')).toBeVisible()
    expect(existsSync(join(community.gameDir, '@Harbour/addons/a.pbo'))).toBe(false)
    expect(kept()).toEqual(installed)
    expect(installed).toEqual(expect.arrayContaining(removed))
  } finally {
    await community.close()
  }
})

test('an install whose line is gone waits for it, and goes on by itself @long', async ({ start }) => {
  const community = await playCommunity({ absent: true })
  try {
    const { page } = await start({ args: community.args, env: community.env })
    await page.locator('[data-nav=mods]').click()
    const mod = page.locator('[data-mod="5"]')
    await expect(mod.locator('[data-standing="not-installed"]')).toBeVisible()
    community.cut()
    await mod.locator('[data-action="install"]').click()
    await expect(mod).toContainText('Waiting for a connection', { timeout: 90_000 })
    await expect(mod).toContainText('The server cannot be reached.')
    await expect(mod.locator('[data-action="take-out"]')).toBeVisible()
    await community.mend()
    await expect(mod.locator('[data-standing="ready"]')).toBeVisible({ timeout: 90_000 })
    await expect(mod).not.toContainText('Waiting for a connection')
  } finally {
    await community.close()
  }
})

test('the limit of the quarantine is told to a player who looks at the window, not to a hidden one', async ({
  start,
}) => {
  const community = await playCommunity({ players: 40 })
  try {
    const mod = { modId: 5, modName: 'Harbour', modFolder: '@Harbour', listVersion: '', steps: new StepList() }
    const disk = openOwnDisk(community.env, community.env.HOME)
    const session = await beginRepairSession(disk, community.gameDir, { kind: 'repair', ...mod }, new Date(0))
    writeFileSync(await session.reserveKept(safe('@Harbour/former.pbo')), 'former')
    await session.note({ w: 'end', how: 'finished' })
    await session.close()
    const looks = join(session.folder, 'looks.json')
    writeFileSync(looks, JSON.stringify({ first: 0 }))

    const hidden = await start({ args: [...community.args, '--hidden'], env: community.env })
    await expect.poll(() => readFileSync(looks, 'utf8')).toContain('beyond') // a sweep has found it
    await hidden.app.close()
    const { userData } = hidden
    const { page } = await start({ args: community.args, env: community.env, userData })
    await expect(page.locator('.toasts')).toContainText('Quarantined files will be deleted soon')
  } finally {
    await community.close()
  }
})

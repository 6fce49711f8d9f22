import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chooseInMenu, openScreen as open } from './open-screen.mjs'
import { say, SetupProblem } from './say.mjs'

/** A full check of the demo takes seconds. If it takes minutes, it hangs. */
const LIMIT = 3 * 60_000

/**
 * The first mod that can be checked. A community whose service does not answer, or has no mods, has none, and no game
 * folder is known for one that was never played: then the screen says why, in its own words.
 */
async function firstMod(page, shoot) {
  await open(page, 'mods')
  const mod = page.locator('[data-mod]').filter({ has: page.locator('[data-action="full-check"]') })
  const instead = page.locator('main [role="tabpanel"] :is([data-state], [data-mod])')
  await mod.or(instead).first().waitFor()
  if (!(await mod.count())) {
    await shoot('mods')
    const words = await instead.first().locator('h2, h3, p').allInnerTexts()
    throw new SetupProblem(`there is no mod to check here: ${words.join('. ').replaceAll(/\s+/g, ' ')}`)
  }
  const id = await mod.first().getAttribute('data-mod')
  return page.locator(`[data-mod="${id}"]`) // not its button, which is disabled during a check
}

/** Checks the first mod fully and prints what was found. */
async function mainJob(page, shoot) {
  const mod = await firstMod(page, shoot)
  await chooseInMenu(mod, 'full-check')
  // from the click on it is away until the end; a result may be an earlier check's
  await mod.locator('[data-action="full-check"]').waitFor({ state: 'attached', timeout: LIMIT })
  const standing = mod.locator('[data-standing]')
  const problems = mod.locator('[data-problem]')
  if ((await standing.getAttribute('data-standing')) === 'damaged') await problems.first().waitFor() // asked for after the result
  await shoot('mods-checked')
  say(`${await mod.locator('h2, h3').first().innerText()}: ${await standing.innerText()}`)
  for (const problem of await problems.all()) {
    say(`  ${(await problem.getAttribute('data-problem')).padEnd(13)} ${(await problem.innerText()).trim()}`)
  }
}

/**
 * Starts the app and does with it what a player does: looks around, checks the first mod fully. Screenshots go to `folder`,
 * the result goes to the terminal. `launch` is Playwright's: executablePath, args, cwd, env.
 */
export async function tour(launch, folder) {
  const { _electron } = await import('playwright')
  mkdirSync(folder, { recursive: true })
  const app = await _electron.launch(launch)
  try {
    const page = await app.firstWindow()
    page.setDefaultTimeout(LIMIT)
    const shoot = (name) => page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
    await page.locator('main[data-screen]').waitFor()
    const firstSteps = page.locator('[data-action="setup-later"]')
    if (await firstSteps.count()) await firstSteps.click()
    await mainJob(page, shoot)
    await open(page, 'home')
    await page.locator('[data-readiness]:not([data-readiness=looking])').waitFor()
    await shoot('home')
    say(`screenshots are in ${folder}`)
    return 0
  } finally {
    await app.close()
  }
}

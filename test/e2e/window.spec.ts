import { readFileSync } from 'node:fs'
import { sandboxSwitches } from '../../scripts/lib/sandbox.mjs'
import { lockedPreferences } from '../../src-main/shell/security/page-preferences.ts'
import { expect, modulesOpen, test } from './support/app.ts'

test('the page runs under our address, isolated, without Node, and cannot reach out', async ({ start }) => {
  const { app, page } = await start()
  expect(page.url()).toBe('app://ui/')
  const seen = await page.evaluate(() => ({
    secure: isSecureContext,
    node:
      typeof (globalThis as Record<string, unknown>).require + typeof (globalThis as Record<string, unknown>).process,
    exposed: Object.keys(window.loadout).sort(),
    added: (() => {
      const plain = document.body.appendChild(document.createElement('iframe'))
      const known = new Set(Object.getOwnPropertyNames(plain.contentWindow))
      plain.remove()
      return Object.getOwnPropertyNames(window)
        .filter((name) => !known.has(name) && !/^\d+$/.test(name))
        .sort()
    })(),
  }))
  expect(seen).toEqual({
    secure: true,
    node: 'undefinedundefined',
    exposed: ['cancel', 'handOver', 'invoke', 'subscribe'],
    added: ['__svelte', 'loadout'], // the bridge has no other name
  })
  await modulesOpen(page) // main's garbage collector may remove an evaluation during startup before it is answered
  const { preferences, switches } = await app.evaluate(({ app: electronApp, BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as { getLastWebPreferences(): object }
    const names = ['enable-blink-features', 'enable-experimental-web-platform-features', 'disable-web-security']
    const given = names.filter((name) => electronApp.commandLine.hasSwitch(name))
    return { preferences: contents.getLastWebPreferences(), switches: given }
  })
  // Electron does not report these for an open window.
  const untold = [
    'navigateOnDragDrop',
    'nodeIntegrationInWorker',
    'spellcheck',
    'enableDeprecatedPaste',
    'disableBlinkFeatures',
  ]
  const told = Object.entries(lockedPreferences).filter(([name]) => !untold.includes(name))
  expect(preferences).toMatchObject(Object.fromEntries(told))
  expect(preferences).toHaveProperty('enableBlinkFeatures', '')
  expect(switches).toEqual([])

  await test.step('an ordinary user runs it, and the system itself holds the page', async () => {
    if (process.platform !== 'linux' || sandboxSwitches.length > 0) return // the run has already said that there is no sandbox here
    const { user, pid } = await app.evaluate(({ BrowserWindow }) => ({
      user: process.getuid?.(),
      pid: BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
    }))
    expect(user).not.toBe(0)
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const of = (field: string) => new RegExp(`^${field}:\\s*(.*)$`, 'm').exec(status)?.[1]
    expect(of('Seccomp')).toBe('2')
    expect(of('CapEff')).toBe('0000000000000000')
    expect(of('NSpid')?.split('\t').length).toBeGreaterThan(1) // its own process namespace
  })

  await test.step('the bridge answers over real Electron, and refuses what is not in the contract', async () => {
    const ask = (name: string, input: unknown) =>
      page.evaluate(
        ([asked, given]) => window.loadout.invoke(asked as string, `e2e-${Math.random()}`, given),
        [name, input],
      )
    expect(await ask('settings/change', { theme: 'dark' })).toEqual({ ok: true, value: undefined })
    expect(await ask('settings/state', undefined)).toMatchObject({ ok: true, value: { settings: { theme: 'dark' } } })
    expect(await ask('settings/change', { theme: 'purple' })).toMatchObject({
      ok: false,
      failure: { code: 'bad-request' },
    })
    expect(await ask('settings/change', { theme: 'dark', extra: 1 })).toMatchObject({
      failure: { code: 'bad-request' },
    })
    // folders and switches that lead to a program have their own calls, which check them
    for (const own of ['gameDirs', 'gameInstalls', 'launch', 'playerNames'])
      expect(await ask('settings/change', { [own]: {} })).toMatchObject({ failure: { code: 'bad-request' } })
    for (const name of ['__proto__', 'constructor', 'settings/__proto__', 'settings/constructor', 'nothing/here'])
      expect(await ask(name, {})).toMatchObject({ ok: false, failure: { code: 'forbidden' } })
  })
})

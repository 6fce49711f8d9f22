import { expect, test } from './support/app.ts'

test('the page runs under our address, isolated, without Node, and cannot reach out', async ({ start }) => {
  const { page } = await start()
  expect(page.url()).toBe('app://ui/')
  const seen = await page.evaluate(() => ({
    secure: isSecureContext,
    node:
      typeof (globalThis as Record<string, unknown>).require + typeof (globalThis as Record<string, unknown>).process,
    exposed: Object.keys(window.loadout).sort(),
  }))
  expect(seen).toEqual({ secure: true, node: 'undefinedundefined', exposed: ['ask', 'cancel', 'hear', 'pathOf'] })
})

test('the bridge answers over real Electron, and refuses what is not in the contract', async ({ start }) => {
  const { page } = await start()
  const ask = (name: string, input: unknown) =>
    page.evaluate(([asked, given]) => window.loadout.ask(asked as string, `e2e-${Math.random()}`, given), [name, input])
  expect(await ask('settings/change', { theme: 'dark' })).toEqual({ ok: true, value: undefined })
  expect(await ask('settings/state', undefined)).toMatchObject({ ok: true, value: { settings: { theme: 'dark' } } })
  expect(await ask('settings/change', { theme: 'purple' })).toMatchObject({
    ok: false,
    failure: { code: 'bad-request' },
  })
  expect(await ask('settings/change', { theme: 'dark', extra: 1 })).toMatchObject({ failure: { code: 'bad-request' } })
  for (const name of ['__proto__', 'constructor', 'settings/__proto__', 'settings/constructor', 'nothing/here'])
    expect(await ask(name, {})).toMatchObject({ ok: false, failure: { code: 'forbidden' } })
})

import type { Page } from '@playwright/test'
import { contract } from '../../src-preload/contract/index.ts'
import type { Reply } from '../../src-preload/contract/wire.ts'
import { expect, test } from './support/app.ts'

/** What a page script that is not ours would send. */
const payloads: unknown[] = [
  null,
  '',
  '../../etc/passwd',
  -1,
  [],
  { __proto__: null, constructor: { prototype: { admin: true } } },
  { path: '../../../etc/passwd', source: 'file:///etc/passwd', url: 'file:///etc/passwd' },
  { id: '../..', draft: 1e9, theme: 'dark', extra: { $ne: 1 } },
  { folder: '/', command: 'rm -rf /', arguments: ['--no-sandbox'] },
]

const members = Object.entries(contract).flatMap(([domain, list]) =>
  Object.entries(list).map(([name, { kind }]) => ({ name: `${domain}/${name}`, kind })),
)

const ask = (page: Page, name: string, input: unknown): Promise<Reply> =>
  page.evaluate(([asked, given]) => window.loadout.ask(asked, `hostile-${Math.random()}`, given), [
    name,
    input,
  ] as const)

test('every member of the bridge refuses what does not fit, and main survives it', async ({ start }) => {
  const { app, page } = await start()
  const asked = members.filter(({ kind }) => kind !== 'topic').map(({ name }) => name)
  const answers = await page.evaluate(
    async ([names, inputs]) => {
      const found: string[] = []
      for (const name of names)
        for (const input of [...inputs, 'x'.repeat(1_000_000)]) {
          const reply = await window.loadout.ask(name, `hostile-${Math.random()}`, input)
          if (reply.ok || reply.failure.code !== 'bad-request') found.push(`${name}: ${JSON.stringify(reply)}`)
        }
      return found
    },
    [asked, payloads] as const,
  )
  expect(answers).toEqual([])
  expect(await ask(page, 'shell/about', undefined)).toMatchObject({ ok: true })
  expect(app.windows()).toHaveLength(1)
})

test('every topic answers with its value whatever is sent along, and with nothing of what was sent', async ({
  start,
}) => {
  const { page } = await start()
  for (const { name } of members.filter(({ kind }) => kind === 'topic')) {
    const plain = JSON.stringify(await ask(page, name, undefined))
    const reply = JSON.stringify(await ask(page, name, { path: '../../hostile-word' }))
    expect(reply, name).toContain('"ok":true')
    expect(reply, name).not.toContain('hostile-word')
    expect(plain.slice(0, 11), name).toBe(reply.slice(0, 11))
  }
})

test('no name outside of the contract means anything', async ({ start }) => {
  const { page } = await start()
  const names = [
    '__proto__',
    'constructor',
    'shell/__proto__',
    'shell/constructor',
    'shell',
    'bank/',
    '/',
    'ask',
    'a/b/c',
  ]
  for (const name of names)
    expect(await ask(page, name, {})).toMatchObject({ ok: false, failure: { code: 'forbidden' } })
})

test('no script gets in: no eval, no markup, no frame, no worker, no foreign address', async ({ start }) => {
  const { page } = await start()
  const outcome = await page.evaluate(async () => {
    const attempt = (work: () => unknown): string => {
      try {
        work()
        return 'allowed'
      } catch (error) {
        return (error as Error).name
      }
    }
    const asked = async (url: string) =>
      fetch(url).then(
        ({ ok }) => (ok ? 'allowed' : 'refused'),
        () => 'refused',
      )
    const script = document.createElement('script')
    return {
      inline: attempt(() => (script.textContent = 'window.pwned = 1')),
      markup: attempt(() => (document.body.innerHTML = '<img src=x onerror="window.pwned = 1">')),
      policy: attempt(() =>
        (window as never as { trustedTypes: { createPolicy(n: string, o: object): void } }).trustedTypes.createPolicy(
          'evil',
          {},
        ),
      ),
      worker: attempt(() => new Worker('data:text/javascript,1')),
      https: await asked('https://example.org/'),
      loopback: await asked('http://127.0.0.1:1/'),
      file: await asked('file:///etc/passwd'),
      outside: await asked('app://ui/..%2f..%2fpackage.json'),
      other: await asked('app://other/'),
      pwned: (window as never as { pwned?: number }).pwned,
    }
  })
  expect(outcome).toEqual({
    inline: 'TypeError',
    markup: 'TypeError',
    policy: 'TypeError',
    worker: 'TypeError',
    https: 'refused',
    loopback: 'refused',
    file: 'refused',
    outside: 'refused',
    other: 'refused',
    pwned: undefined,
  })
})

test('the page stays where it is: no navigation, no window, no frame of ours inside', async ({ start }) => {
  const { app, page } = await start()
  const evaluated = await page.evaluate(async () => {
    const opened = window.open('https://example.org/')
    const frame = document.createElement('iframe')
    frame.src = 'app://ui/'
    document.body.append(frame)
    await new Promise((resolve) => {
      frame.onload = resolve // comes for a frame that was refused, too
      frame.onerror = resolve
    })
    const inner = (() => {
      try {
        return typeof frame.contentWindow?.loadout
      } catch {
        return 'unreachable'
      }
    })()
    location.href = 'https://example.org/'
    return { opened: opened === null, inner }
  })
  expect(evaluated.opened).toBe(true)
  expect(['undefined', 'unreachable']).toContain(evaluated.inner)
  await page.evaluate(() => (location.href = 'file:///etc/passwd'))
  await page.evaluate(() =>
    Object.assign(document.createElement('a'), { href: 'app://other/', target: '_top' }).click(),
  )
  expect(await ask(page, 'shell/about', undefined)).toMatchObject({ ok: true })
  expect(page.url()).toBe('app://ui/')
  expect(app.windows()).toHaveLength(1)
})

test('a frame, and a window of another address, are nobody to the bridge', async ({ start }) => {
  const { app } = await start()
  const reply = await app.evaluate(async ({ BrowserWindow, app: electron }) => {
    const [first] = BrowserWindow.getAllWindows()
    const preload = `${electron.getAppPath()}/out/preload/index.cjs`
    const stranger = new BrowserWindow({
      show: false,
      webPreferences: { preload, sandbox: true, contextIsolation: true },
    })
    await stranger.loadURL('data:text/html,<title>stranger</title>')
    const answer: unknown = await stranger.webContents
      .executeJavaScript(`loadout.ask('shell/about', 'x', undefined).then(() => 'answered', () => 'refused')`)
      .catch(String)
    stranger.destroy()
    return { answer, first: first?.webContents.getURL() }
  })
  expect(reply).toEqual({ answer: 'refused', first: 'app://ui/' })
})

test('the page gets no permission', async ({ start }) => {
  const { page } = await start()
  const outcome = await page.evaluate(async () => ({
    notification: await Notification.requestPermission(),
    clipboard: await navigator.clipboard.readText().then(
      () => 'read',
      () => 'refused',
    ),
    camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => 'granted',
      () => 'refused',
    ),
  }))
  expect(outcome).toEqual({ notification: 'denied', clipboard: 'refused', camera: 'refused' })
})

import type { ElectronApplication, Page, TestInfo } from '@playwright/test'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract } from '../../src-preload/contract/index.ts'
import type { Member } from '../../src-preload/contract/members.ts'
import type { Reply } from '../../src-preload/contract/wire.ts'
import { hostileInputs } from '../support/hostile-inputs.ts'
import { expect, type Fixtures, modulesOpen, test } from './support/app.ts'

/** Inputs that a foreign script in the page might send. */
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
  'x'.repeat(1_000_000),
]

/** Every member of the contract itself, so that new ones are tested too. */
const members = Object.entries(contract).flatMap(([domain, list]) =>
  Object.entries(list).map(([name, member]: [string, Member]) => {
    const inputs = member.kind === 'topic' ? [] : hostileInputs(member.input)
    return { name: `${domain}/${name}`, member, takes: 'input' in member && member.input.type, inputs }
  }),
)

/** Records what is passed to the system instead of passing it: dialogs are cancelled, questions closed, links and folders not opened. */
async function watchDesktop(app: ElectronApplication) {
  await app.evaluate(({ app: electron, dialog, shell }) => {
    const links: string[] = []
    const folders: string[] = []
    const left = () =>
      Promise.resolve({ canceled: true, filePaths: [], filePath: '', response: 0, checkboxChecked: false })
    Object.assign(dialog, { showOpenDialog: left, showSaveDialog: left, showMessageBox: left })
    Object.assign(shell, {
      openExternal: (link: string) => Promise.resolve(void links.push(link)),
      openPath: (folder: string) => Promise.resolve(folders.push(folder) ? '' : ''),
    })
    Object.assign(globalThis, { opened: { links, folders } })
    electron.on('browser-window-created', (_event, window) => {
      window.webContents.on('did-finish-load', () => {
        if (window.webContents.getURL().startsWith('data:text/html')) window.close() // nobody answers yes
      })
    })
  })
  return () =>
    app.evaluate(() => ({
      ...(globalThis as unknown as { opened: { links: string[]; folders: string[] } }).opened,
      polluted: 'admin' in {} || 'hostile-word' in {},
    }))
}

/** Sends a few requests at a time, because a page may have only a limited number open. */
const askAll = (page: Page, name: string, inputs: readonly unknown[]): Promise<Reply[]> =>
  page.evaluate(
    async ([asked, given]) => {
      const replies: Reply[] = []
      for (let at = 0; at < given.length; at += 16)
        replies.push(
          ...(await Promise.all(
            given.slice(at, at + 16).map((input) => window.loadout.invoke(asked, `hostile-${Math.random()}`, input)),
          )),
        )
      return replies
    },
    [name, inputs] as const,
  )

const ask = (page: Page, name: string, input: unknown): Promise<Reply> =>
  page.evaluate(([asked, given]) => window.loadout.invoke(asked, `hostile-${Math.random()}`, given), [
    name,
    input,
  ] as const)

test('there is a hostile input for every member that takes one', () => {
  const untried = members.filter(({ takes, inputs }) => takes && takes !== 'undefined' && inputs.length === 0)
  expect(untried.map(({ name }) => name)).toEqual([])
})

/** Tries one of `every` so many hostile inputs. */
async function hostileCalls(start: Fixtures['start'], info: TestInfo, every: number) {
  const some = <T>(inputs: readonly T[]): T[] => inputs.filter((_, at) => at % every === 0)
  const { app, page } = await start({ env: { XDG_CONFIG_HOME: info.outputPath('config') } })
  await modulesOpen(page)
  const opened = await watchDesktop(app)

  await test.step('what does not fit is refused by every one', async () => {
    const asked = members.filter(({ member }) => member.kind !== 'topic').map(({ name }) => name)
    const answers = await page.evaluate(
      async ([names, inputs]) => {
        const found: string[] = []
        for (const name of names)
          for (const input of inputs) {
            const reply = await window.loadout.invoke(name, `hostile-${Math.random()}`, input)
            if (reply.ok || reply.failure.code !== 'bad-request') found.push(`${name}: ${JSON.stringify(reply)}`)
          }
        return found
      },
      [asked, some(payloads)] as const,
    )
    expect(answers).toEqual([])
  })

  await test.step('what fits and means harm comes to nothing, or to a failure that is foreseen', async () => {
    for (const { name, member, inputs } of members) {
      if (member.kind === 'topic' || member.access === 'player') continue // hostile-deeds.spec.ts asks those
      const replies = await askAll(page, name, some(inputs))
      expect(
        replies.filter((reply) => !reply.ok && reply.failure.code === 'bug'),
        name,
      ).toEqual([])
    }
    const { links, folders, polluted } = await opened()
    expect(links).toEqual([])
    expect(folders).toEqual([])
    expect(polluted).toBe(false)
    expect(existsSync('/tmp/loadout-hostile')).toBe(false)
  })

  await test.step('a topic answers with its value whatever is sent along, and with nothing of what was sent', async () => {
    for (const { name } of members.filter(({ member }) => member.kind === 'topic')) {
      const plain = JSON.stringify(await ask(page, name, undefined))
      const reply = JSON.stringify(await ask(page, name, { path: '../../sent-along' }))
      expect(reply, name).toContain('"ok":true')
      expect(reply, name).not.toContain('sent-along')
      expect(plain.slice(0, 11), name).toBe(reply.slice(0, 11))
    }
  })

  await test.step('no name outside of the contract means anything', async () => {
    const names = [
      '__proto__',
      'constructor',
      'shell/__proto__',
      'shell/constructor',
      'shell',
      'bank/',
      '/',
      'invoke',
      'a/b/c',
    ]
    for (const name of names)
      expect(await ask(page, name, {})).toMatchObject({ ok: false, failure: { code: 'forbidden' } })
  })

  expect(await ask(page, 'shell/about', undefined)).toMatchObject({ ok: true })
  expect(app.windows()).toHaveLength(1)
}

test('every member of the bridge withstands a hostile page: what does not fit, what fits, and names that are none', ({
  start,
}, info) => hostileCalls(start, info, 4))

test('every member of the bridge withstands each hostile input @long', ({ start }, info) =>
  hostileCalls(start, info, 1))

/** A host that has nothing to do with the page, and that every page may read. */
async function openForeign() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'image/svg+xml' })
    response.end('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/`, asked, close: () => void server.close() }
}

test('a hostile page gets no script in, no permission, no download, no other address and no bridge for another, and keeps neither its window’s place nor its end', async ({
  start,
}) => {
  const { app, page } = await start()

  await test.step('no eval, no markup, no webview, no worker, no foreign address, no permission', async () => {
    const foreign = await openForeign()
    const outcome = await page.evaluate(async (address) => {
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
        foreign: await asked(address),
        picture: await new Promise((settle) => {
          Object.assign(new Image(), {
            src: address,
            onload: () => settle('allowed'),
            onerror: () => settle('refused'),
          })
        }),
        file: await asked('file:///etc/passwd'),
        outside: await asked('app://ui/..%2f..%2fpackage.json'),
        other: await asked('app://other/'),
        webview: 'loadURL' in document.body.appendChild(document.createElement('webview')),
        pwned: (window as never as { pwned?: number }).pwned,
      }
    }, foreign.address)
    // the session refuses even requests that the page's policy would allow
    const bySession = await app.evaluate(
      ({ session }, address) =>
        session
          .fromPartition('persist:page')
          .fetch(address)
          .then(
            () => 'allowed',
            ({ message }: Error) => message,
          ),
      foreign.address,
    )
    expect(bySession).toBe('net::ERR_BLOCKED_BY_CLIENT') // blocked by the filter itself, not because there is no network
    expect(foreign.asked).toEqual([])
    foreign.close()
    expect(outcome).toEqual({
      inline: 'TypeError',
      markup: 'TypeError',
      policy: 'TypeError',
      worker: 'TypeError',
      foreign: 'refused',
      picture: 'refused',
      file: 'refused',
      outside: 'refused',
      other: 'refused',
      webview: false,
      pwned: undefined,
    })

    const granted = await page.evaluate(async () => ({
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
    expect(granted).toEqual({ notification: 'denied', clipboard: 'refused', camera: 'refused' })
    const states = await page.evaluate(() =>
      Promise.all(
        (['notifications', 'geolocation', 'camera', 'clipboard-read'] as PermissionName[]).map(
          async (name) => (await navigator.permissions.query({ name })).state,
        ),
      ),
    )
    expect(states).toEqual(['denied', 'denied', 'denied', 'denied'])
  })

  await test.step('nothing is downloaded; a redirect and a webview that came this far are refused too', async () => {
    // listens before the click, which comes another way and may be faster
    await app.evaluate(({ session }) => {
      const isRefused = new Promise<boolean>((resolve) => {
        session
          .fromPartition('persist:page')
          .once('will-download', (event) => setImmediate(() => resolve(event.defaultPrevented)))
      })
      Object.assign(globalThis, { isRefused })
    })
    await page.evaluate(() => {
      const href = URL.createObjectURL(new Blob(['x']))
      Object.assign(document.createElement('a'), { href, download: 'x.txt' }).click()
    })
    expect(await app.evaluate(() => (globalThis as { isRefused?: Promise<boolean> }).isRefused)).toBe(true)
    const refused = await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      return ['will-redirect', 'will-attach-webview'].map((name) => {
        let isRefused = false
        contents?.emit(name, { preventDefault: () => (isRefused = true) }, {}, {})
        return isRefused
      })
    })
    expect(refused).toEqual([true, true])
  })

  await test.step('the page stays where it is: no navigation, no window, no frame of ours inside', async () => {
    const evaluated = await page.evaluate(async () => {
      const opened = window.open('https://example.org/')
      const frame = document.createElement('iframe')
      frame.src = 'app://ui/'
      document.body.append(frame)
      await new Promise((resolve) => {
        frame.onload = resolve // also fires for a refused frame
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

  await test.step('a frame, and a window of another address, are nobody to the bridge', async () => {
    const reply = await app.evaluate(async ({ BrowserWindow, app: electron }) => {
      const [first] = BrowserWindow.getAllWindows()
      const preload = `${electron.getAppPath()}/out/preload/index.cjs`
      const stranger = new BrowserWindow({
        show: false,
        webPreferences: { preload, sandbox: true, contextIsolation: true },
      })
      await stranger.loadURL('data:text/html,<title>stranger</title>')
      const ask = (asked: string): Promise<unknown> =>
        stranger.webContents.executeJavaScript(`${asked}.then(() => 'answered', () => 'refused')`).catch(String)
      const answers = [
        await ask(`loadout.invoke('shell/about', 'x', undefined)`),
        await ask(`loadout.handOver(new File([''], 'x'))`),
      ]
      stranger.destroy()
      return { answers, first: first?.webContents.getURL() }
    })
    expect(reply).toEqual({ answers: ['refused', 'refused'], first: 'app://ui/' })
  })

  await test.step('the page neither moves its window nor keeps it from closing', async () => {
    const bounds = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
    const before = await bounds()
    await page.evaluate(async () => {
      moveTo(0, 0)
      resizeTo(500, 400)
      resizeBy(50, 50)
      addEventListener('beforeunload', (event) => event.preventDefault())
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    })
    expect(await bounds()).toEqual(before)
    await page.mouse.click(2, 2) // only a page that was pressed once can delay closing
    const closed = app.waitForEvent('close')
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()).catch(() => undefined)
    await closed
  })
})

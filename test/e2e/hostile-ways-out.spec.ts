import type { Page } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { makeCertificate } from '../support/file-servers.ts'
import { expect, modulesOpen, test, testOnLinux } from './support/app.ts'
import { open, signInPlayer } from './support/bank.ts'
import { openBankCommunity } from './support/bank-community.ts'

// Ways out that neither a content security policy nor a filter of requests closes: calls between browsers, names that are looked up in
// advance, and the engine's own dialogs and windows.

/** A target for every way out of the page, which records who reached it. */
async function openTrap() {
  const came: string[] = []
  const tcp = createServer((socket) => {
    came.push('tcp')
    socket.on('error', () => undefined).destroy()
  }).listen(0, '127.0.0.1')
  const udp = createSocket('udp4', () => came.push('udp')).bind(0, '127.0.0.1')
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')])
  const close = () => {
    tcp.close()
    udp.close()
  }
  return { came, tcp: (tcp.address() as AddressInfo).port, udp: udp.address().port, close }
}

/** Gathers the ways to a peer over this server until the engine finds no more. */
const gather = (page: Page, urls: string): Promise<string> =>
  page.evaluate(async (asked) => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: asked, username: 'balance', credential: '1272215' }] })
    const done = new Promise<string>((resolve) => {
      peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve('complete')
    })
    peer.createDataChannel('out')
    await peer.setLocalDescription()
    const ended = await done
    peer.close()
    return ended
  }, urls)

test('nothing leaves the page but by its session', async ({ start }, info) => {
  const { app, page } = await start()
  await modulesOpen(page)

  await test.step('no call between browsers leaves the page, neither by UDP nor by TCP', async () => {
    const trap = await openTrap()
    const shown = () =>
      page.evaluate(async () => {
        const reply = await window.loadout.invoke('diagnostics/traffic', `traffic-${Math.random()}`, undefined)
        const [own] = reply.ok ? (reply.value as { host: string }[]) : [] // no host was asked yet, so the poll tries again
        const picture = Object.assign(new Image(), { src: `http://${own?.host}/images/items/bread` })
        return picture.decode().then(
          () => true,
          () => false,
        )
      })
    await expect.poll(shown).toBe(true) // the community's own pictures are loaded
    for (const urls of [
      `stun:127.0.0.1:${trap.udp}`,
      `turn:127.0.0.1:${trap.udp}`,
      `turn:127.0.0.1:${trap.tcp}?transport=tcp`,
    ]) {
      expect(await gather(page, urls)).toBe('complete')
      expect(trap.came, urls).toEqual([])
    }
    trap.close()
  })

  await test.step('no name is looked up ahead for the page', async () => {
    const path = info.outputPath('net.json')
    await app.evaluate(({ session }, to) => session.fromPartition('persist:page').netLog.startLogging(to), path)
    await app.evaluate(({ session }) => {
      const hinted = new Promise<string>((seen) =>
        session.fromPartition('persist:page').once('preconnect', (_event, url) => seen(url)),
      )
      Object.assign(globalThis, { hinted })
    })
    const hint = (rel: string, href: string) =>
      page.evaluate((link) => document.head.append(Object.assign(document.createElement('link'), link)), { rel, href })
    await hint('dns-prefetch', 'https://balance-1272215.invalid/')
    // The engine collects names on the page's thread and passes them on by a timer of 10 ms. It is armed already, so it is due before this one.
    await page.evaluate(() => new Promise((later) => setTimeout(later, 100)))
    await hint('preconnect', 'https://after.invalid/') // takes the same way as the hint before
    const first = await app.evaluate(() => (globalThis as { hinted?: Promise<string> }).hinted)
    expect(first).toBe('https://after.invalid/')
    await app.evaluate(({ session }) => session.fromPartition('persist:page').netLog.stopLogging())
    expect(readFileSync(path, 'utf8').includes('balance-1272215')).toBe(false)
  })

  await test.step('the page has no dialog for files or colours, and no window over others', async () => {
    const has = await page.evaluate(() => ({
      dialogs: ['showOpenFilePicker', 'showSaveFilePicker', 'showDirectoryPicker', 'EyeDropper'].filter(
        (name) => name in window,
      ),
      window: document.pictureInPictureEnabled,
    }))
    expect(has).toEqual({ dialogs: [], window: false })
  })
})

// Only on Linux can a test give the player a certificate.
testOnLinux('no site gets the player’s certificates', async ({ start }, info) => {
  const home = info.outputPath('home')
  mkdirSync(home)
  makeCertificate(home)
  const pack = 'pkcs12 -export -inkey leaf.key -in leaf.pem -out own.p12 -passout pass:x'
  execFileSync('openssl', pack.split(' '), { cwd: home })
  const [key, cert, ca] = ['leaf.key', 'leaf.pem', 'ca.pem'].map((name) => readFileSync(join(home, name)))
  const got: (string | string[] | undefined)[] = []
  const asking = { key, cert, ca, requestCert: true, rejectUnauthorized: false }
  const server = createTlsServer(asking, ({ socket, url }, response) => {
    if (url === '/') got.push((socket as TLSSocket).getPeerCertificate().subject?.CN)
    response.end('here')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { app } = await start({ env: { HOME: home } })
  const own = { certificate: join(home, 'own.p12'), password: 'x' }
  expect(await app.evaluate(({ app }, given) => new Promise((done) => app.importCertificate(given, done)), own)).toBe(0)
  await app.evaluate(
    async ({ BrowserWindow, session }, url) => {
      const foreign = session.fromPartition('foreign')
      foreign.setCertificateVerifyProc((_request, answer) => answer(0))
      const window = new BrowserWindow({ show: false, webPreferences: { session: foreign } })
      await window.loadURL(url)
      window.destroy()
    },
    `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  )
  expect(got).toEqual([undefined])
  server.closeAllConnections()
  server.close()
})

test('the browser engine fetches no dictionaries from its maker', async ({ start }, info) => {
  const community = await openBankCommunity()
  try {
    const log = info.outputPath('net.json')
    const { app, page } = await start({ args: [...community.args, `--log-net-log=${log}`] })
    await signInPlayer(page)
    await open(page, 'bank')
    const opening = app.waitForEvent('window')
    await page.locator('[data-action="bank-sign-in"]').click()
    const login = await opening
    await login.locator('#sign-in').click()
    await page.locator('[data-action="bank-transfer"]').waitFor()
    await app.close()
    const logged = readFileSync(log, 'utf8')
    expect(logged).toContain('/panel/banking/') // the sign-in's session is logged too
    expect(logged.match(/https:\/\/[\w.]*gvt1\.com[^"]*/g)).toBeNull()
  } finally {
    await community.close()
  }
})

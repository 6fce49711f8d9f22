import type { Page } from '@playwright/test'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, modulesOpen, test } from './support/app.ts'

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

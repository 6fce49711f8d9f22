// The two programs that are compared: the app, and a bare window on the same runtime.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { sandboxSwitches } from '../../../scripts/lib/sandbox.mjs'

const root = resolve(import.meta.dirname, '../../..')
const electron = createRequire(import.meta.url)('electron')

const BARE_MAIN = `
import { app, BrowserWindow } from 'electron'
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false })
  window.once('ready-to-show', () => window.show())
  void window.loadFile('index.html')
})`

/** Creates an app that only shows a window with a word in it. Returns a function for its arguments. */
export function bareApp(dir) {
  const home = join(dir, 'bare')
  mkdirSync(home)
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'bare', type: 'module', main: 'main.js' }))
  writeFileSync(join(home, 'main.js'), BARE_MAIN)
  writeFileSync(join(home, 'index.html'), '<!doctype html><title>bare</title><h1 elementtiming="title">bare</h1>')
  return (data) => [...sandboxSwitches, home, `--user-data-dir=${join(dir, data)}`]
}

/** A function for the app's arguments. The first start is done, because the measurement is about everyday use. */
export const ourApp = (dir) => (data) => {
  const userData = join(dir, data)
  mkdirSync(userData, { recursive: true })
  const settings = join(userData, 'settings.json')
  if (!existsSync(settings)) writeFileSync(settings, JSON.stringify({ welcomed: true }))
  return [...sandboxSwitches, root, `--user-data-dir=${userData}`]
}

/** English, whatever the language of the machine. */
const env = { ...process.env, LANG: 'en_US.UTF-8', LANGUAGE: 'en' }

/**
 * Starts a program with an open port for a debugger. Nobody should connect before the program is at rest.
 * @returns {{ began: number, pid: number, door: Promise<string>, inspector: Promise<string>, stop: () => Promise<void> }} `began`: ms since
 * 1970; `door` to its pages and `inspector` (with `--inspect=0`) of its main process: WebSocket addresses
 */
export function start(args) {
  const began = Date.now()
  const child = spawn(electron, [...args, '--remote-debugging-port=0'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // so that it can be ended together with its children
  })
  let told = ''
  const ended = new Promise((done) => child.once('exit', done))
  const hear = (words) =>
    new Promise((done, fail) => {
      const look = () => {
        const [, address] = words.exec(told) ?? []
        if (address) done(address)
      }
      child.stderr.on('data', look)
      void ended.then(() => fail(new Error(`it ended at once:\n${told}`)))
    })
  child.stderr.on('data', (data) => (told += data))
  const [door, inspector] = [hear(/DevTools listening on (ws:\S+)/), hear(/Debugger listening on (ws:\S+)/)]
  for (const address of [door, inspector]) address.catch(() => undefined) // the code that waits for it gets the failure
  const stop = async () => {
    process.kill(-child.pid, 'SIGTERM')
    await ended
  }
  return { began, pid: child.pid, door, inspector, stop }
}

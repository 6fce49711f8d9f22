// Measures the real app against a bare Electron window on the same runtime, in turns, in one run:
// first useful paint, memory of the whole process tree, and idle CPU with the window hidden.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { _electron } from 'playwright'

const root = resolve(import.meta.dirname, '../..')
const TICKS_PER_SECOND = 100

const BARE_MAIN = `
import { app, BrowserWindow } from 'electron'
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false })
  window.once('ready-to-show', () => window.show())
  void window.loadFile('index.html')
})`

/** An app that does nothing but show a window with a word in it. */
function bareApp(dir) {
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ name: 'bare', type: 'module', main: 'main.js' }))
  writeFileSync(join(dir, 'main.js'), BARE_MAIN)
  writeFileSync(join(dir, 'index.html'), '<!doctype html><h1>bare</h1>')
  return dir
}

/** All processes below `pid`, itself included. */
function tree(pid) {
  const parents = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // ended meanwhile
    }
  }
  const found = [pid]
  for (const id of found) for (const [child, parent] of parents) if (parent === id) found.push(child)
  return found
}

/** Proportional memory of a process tree, bytes. */
const pssOf = (pid) =>
  tree(pid).reduce((sum, id) => {
    const text = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8')
    return sum + Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) * 1024
  }, 0)

/** CPU seconds that a process tree has used so far. */
const cpuOf = (pid) =>
  tree(pid).reduce((sum, id) => {
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1).split(' ')
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  }, 0)

const paintOf = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        new PerformanceObserver((list) => {
          const entry = list.getEntries().find(({ name }) => name === 'first-contentful-paint')
          if (entry) done(performance.timeOrigin + entry.startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )

/** Starts an app once and measures it. `idleSeconds` 0 leaves idle CPU out. */
async function measure(electron, args, { settleMs, idleSeconds }) {
  const began = Date.now()
  const app = await _electron.launch({ executablePath: electron, args, cwd: root })
  try {
    const page = await app.firstWindow()
    const paintMs = (await paintOf(page)) - began
    await sleep(settleMs) // memory is asked for at rest
    const pid = app.process().pid
    const pss = pssOf(pid)
    if (idleSeconds === 0) return { paintMs, pss }
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    await sleep(settleMs)
    const before = cpuOf(pid)
    await sleep(idleSeconds * 1000)
    return { paintMs, pss, idlePercent: ((cpuOf(pid) - before) / idleSeconds) * 100 }
  } finally {
    await app.close()
  }
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/**
 * Runs bare window and app in turns and returns rows for the performance table.
 * @param {{ electron: string, runs?: number, idleSeconds?: number }} options
 */
export async function benchDesktop({ electron, runs = 5, idleSeconds = 60 }) {
  const dir = mkdtempSync(join(tmpdir(), 'loadout-bench-'))
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const settle = { settleMs: 4_000, idleSeconds: 0 }
  const bare = []
  const ours = []
  try {
    const bareArgs = [...flags, bareApp(dir), `--user-data-dir=${join(dir, 'bare-data')}`]
    const ourArgs = [...flags, root, `--user-data-dir=${join(dir, 'data')}`]
    await measure(electron, ourArgs, settle) // makes the demo's game folder and warms the caches
    for (let run = 0; run < runs; run++) {
      bare.push(await measure(electron, bareArgs, settle))
      const last = run === runs - 1
      ours.push(await measure(electron, ourArgs, last ? { ...settle, idleSeconds } : settle))
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
  const pick = (list, key) => median(list.map((one) => one[key]))
  const row = (name, key, unit, goal) => {
    const [ourValue, bareValue] = [pick(ours, key), pick(bare, key)]
    return { name, loadout: unit(ourValue), bare: unit(bareValue), ratio: ourValue / bareValue, goal }
  }
  const idle = ours.at(-1).idlePercent
  return [
    row('first useful paint', 'paintMs', (ms) => `${ms.toFixed(0)} ms`, '≤ 1.35 ×'),
    row('memory (PSS of the tree)', 'pss', (bytes) => `${(bytes / 1e6).toFixed(0)} MB`, '≤ 1.20 ×'),
    {
      name: `CPU hidden, ${idleSeconds} s`,
      loadout: `${idle.toFixed(2)} %`,
      bare: '',
      ratio: undefined,
      goal: '≤ 0.5 %',
    },
  ]
}

if (process.argv[1] === import.meta.filename) {
  const { createRequire } = await import('node:module')
  const [runs = 5, idleSeconds = 60] = process.argv.slice(2).map(Number)
  console.table(await benchDesktop({ electron: createRequire(import.meta.url)('electron'), runs, idleSeconds }))
}

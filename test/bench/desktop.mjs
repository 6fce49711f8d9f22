// The real app compared with a bare Electron window on the same runtime, in turns.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureHidden } from './desktop/hidden.mjs'
import { bareApp, ourApp } from './desktop/programs.mjs'
import { measureStart } from './desktop/starts.mjs'
import { atMost, below, median, row } from './table.mjs'

const REST_MS = 4_000
/** Time until a start is over and its memory has settled. */
const SETTLED_MS = 12_000
const HIDDEN_APPS = 3

async function startRows(rounds, ours, bare) {
  const all = { ours: [], bare: [] }
  for (let run = 0; run < 2; run++) await measureStart(ours('data'), { restMs: REST_MS }) // creates the demo's folder and warms the caches
  await measureStart(bare('bare-data'), { restMs: REST_MS })
  for (let run = 0; run < rounds; run++) {
    all.bare.push(await measureStart(bare('bare-data'), { restMs: SETTLED_MS }))
    all.ours.push(await measureStart(ours('data'), { restMs: SETTLED_MS }))
  }
  const paint = (who, name) => median(all[who].map((one) => one.ms[name]))
  const memory = (who) => median(all[who].map(({ bytes }) => bytes)) / 1e6
  const ratio = (what, our, other, unit, goal) =>
    row(what, our / other, '×', goal, `${Math.round(our)} ${unit} / ${Math.round(other)} ${unit}`)
  const bareMs = paint('bare', 'first-paint')
  const shift = Math.max(...all.ours.map((one) => one.shift))
  return [
    ratio('first paint / bare window', paint('ours', 'first-paint'), bareMs, 'ms', atMost(1.35)),
    ratio('live page / bare window', paint('ours', 'live'), bareMs, 'ms', atMost(1.5)),
    ratio('memory (PSS of all processes) / bare window', memory('ours'), memory('bare'), 'MB', atMost(1.3)),
    row('layout shift', shift, '', { text: '0', isMet: (value) => value === 0 }),
  ]
}

async function hiddenRows(seconds, ours, bare) {
  const numbers = Array.from({ length: HIDDEN_APPS }, (_, at) => at)
  const programs = [...numbers.map((at) => ours(`hidden-${at}`)), ...numbers.map((at) => bare(`bare-${at}`))]
  const found = await measureHidden(programs, { restMs: 3 * REST_MS, seconds })
  const percent = (list) => median(list.map((one) => one.percent))
  const bareText = `bare window: ${percent(found.slice(HIDDEN_APPS)).toFixed(2)} %`
  return [
    row(`processor, window hidden, ${seconds} s`, percent(found.slice(0, HIDDEN_APPS)), '%', below(0.5), bareText),
  ]
}

/** @param {{ rounds: number, seconds: number }} options `seconds`: how long hidden windows are measured */
export async function measureDesktop({ rounds, seconds }) {
  const dir = mkdtempSync(join(tmpdir(), 'loadout-bench-'))
  try {
    const [ours, bare] = [ourApp(dir), bareApp(dir)]
    return [...(await startRows(rounds, ours, bare)), ...(await hiddenRows(seconds, ours, bare))]
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

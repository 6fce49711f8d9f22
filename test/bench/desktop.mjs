// Measures the real app against a bare Electron window on the same runtime, in turns, in one run.
//   npm run bench -- desktop [start] [npm] [hidden] [screens]     all parts if none is named
//   … --runs 5 --seconds 60
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureHidden } from './desktop/hidden.mjs'
import { median, sum } from './desktop/processes.mjs'
import { bareApp, ourApp } from './desktop/programs.mjs'
import { measureScreens } from './desktop/screens.mjs'
import { measureStart } from './desktop/starts.mjs'

const RECORDS = 10_000
const REST_MS = 4_000
/** Until a start is over. */
const CALM_MS = 12_000
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '5' }, seconds: { type: 'string', default: '60' } },
})
const [runs, seconds] = [Number(values.runs), Number(values.seconds)]
const dir = mkdtempSync(join(tmpdir(), 'loadout-bench-'))
const [bare, ours] = [bareApp(dir), ourApp(dir)]
const ms = (value) => `${value.toFixed(0)} ms`
const mb = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`

const ratioRow = (what, show, goal, our, other) => ({
  what,
  Loadout: show(our),
  bare: show(other),
  ratio: (our / other).toFixed(2),
  goal,
})

async function starts() {
  const turn = { ours: [], bare: [] }
  for (let run = 0; run < 2; run++) await measureStart(ours('data'), { restMs: REST_MS }) // makes the demo's folder, warms caches
  await measureStart(bare('bare-data'), { restMs: REST_MS })
  for (let run = 0; run < runs; run++) {
    turn.bare.push(await measureStart(bare('bare-data'), { restMs: CALM_MS }))
    turn.ours.push(await measureStart(ours('data'), { restMs: CALM_MS }))
  }
  const paint = (list, name) => median(list.map((one) => one.ms[name]))
  const barePaint = paint(turn.bare, 'first-paint')
  const memory = (list) => median(list.map(({ pss }) => sum(pss.map(({ bytes }) => bytes))))
  console.table(turn.ours.at(-1).pss.map(({ kind, bytes }) => ({ process: kind, memory: mb(bytes) })))
  return [
    ratioRow('first paint', ms, '≤ 1.35', paint(turn.ours, 'first-paint'), barePaint),
    ratioRow('the page is live: what is pressed is done', ms, '≤ 1.5', paint(turn.ours, 'live'), barePaint),
    ratioRow('the server to play on is painted', ms, '', paint(turn.ours, 'server'), barePaint),
    ratioRow('memory (PSS of the tree)', mb, '≤ 1.3', memory(turn.ours), memory(turn.bare)),
    { what: 'layout shift', Loadout: Math.max(...turn.ours.map(({ shift }) => shift)).toFixed(4), goal: '0' },
  ]
}

async function npmStart() {
  const add = ['start', '--', '--user-data-dir=' + join(dir, 'data')]
  const direct = []
  const through = []
  const first = async (args, options) => (await measureStart(args, { restMs: REST_MS, ...options })).ms.title
  for (let run = 0; run < Math.min(runs, 3) + 1; run++) {
    direct.push(await first(ours('data')))
    through.push(await first(add, { command: 'npm' }))
  }
  const added = median(through.slice(1)) - median(direct.slice(1))
  return [{ what: 'npm start, the second: added to the start', Loadout: ms(added), goal: '< 1 s' }]
}

async function hidden() {
  const numbers = [1, 2, 3]
  const programs = [...numbers.map((at) => ours(`hidden-${at}`)), ...numbers.map((at) => bare(`bare-${at}`))]
  const found = await measureHidden(programs, { restMs: 3 * REST_MS, seconds })
  const show = (list) => `${median(list.map(({ percent }) => percent)).toFixed(2)} %`
  console.table(found.slice(0, 3).map(({ byKind }) => byKind))
  return [
    {
      what: `CPU, hidden, ${seconds} s`,
      Loadout: show(found.slice(0, 3)),
      bare: show(found.slice(3)),
      goal: '< 0.5 %',
    },
  ]
}

async function screens() {
  const found = await measureScreens(dir, { count: RECORDS, times: 5 })
  return Object.entries(found).flatMap(([name, { firstFrame, first, again, back }]) => [
    { what: `${name}, ${RECORDS} records, opened again`, Loadout: ms(again), goal: '< 100 ms' },
    { what: `home, from ${name}`, Loadout: ms(back), goal: '< 100 ms' },
    { what: `${name}, the very first time: its frame`, Loadout: ms(firstFrame), goal: '< 100 ms' },
    { what: `${name}, the very first time: its list, asked for`, Loadout: ms(first), goal: '' },
  ])
}

const parts = { start: starts, npm: npmStart, hidden, screens }
try {
  const rows = []
  for (const [name, measure] of Object.entries(parts))
    if (positionals.length === 0 || positionals.includes(name)) rows.push(...(await measure()))
  console.table(rows)
} finally {
  rmSync(dir, { recursive: true, force: true })
}

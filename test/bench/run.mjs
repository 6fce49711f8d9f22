// Runs the named parts and prints one table. scripts/bench.mjs has built everything that they need.
import { parseArgs } from 'node:util'
import { measureCheck } from './check.mjs'
import { measureDesktop } from './desktop.mjs'
import { measureBlocks, measureFetch } from './fetch.mjs'
import { measureJoin } from './join.mjs'
import { measureMap } from './map.mjs'
import { measureRows } from './rows.mjs'
import { tableOf } from './table.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    share: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '60' },
  },
})
const options = { rounds: Number(values.rounds), share: Number(values.share), seconds: Number(values.seconds) }
const parts = {
  check: measureCheck,
  rows: measureRows,
  join: measureJoin,
  blocks: measureBlocks,
  fetch: measureFetch,
  desktop: measureDesktop,
  map: measureMap,
}
const rows = []
for (const [name, measure] of Object.entries(parts))
  if (positionals.length === 0 || positionals.includes(name)) rows.push(...(await measure(options)))
console.log(tableOf(rows))

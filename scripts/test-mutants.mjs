#!/usr/bin/env node
// npm run test:mutants -- [GROUP…] [--share 0.2]: makes small mistakes in what must not be wrong, one at a time, and tells which of
// them the tests do not notice. test/mutants.json names the files, their tests, and in `stays` why a mistake may go unnoticed:
// "FILE: its line with [[WHAT → INSTEAD]]". `--share`: of the mistakes, always the same ones.
// A mistake is planted in this process of the tests only: the threads and programs that they start are built without it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mutantsOf } from './lib/mutants.mjs'
import { root } from './lib/paths.mjs'
import { runScript, say, SetupProblem } from './lib/say.mjs'

/** A run that takes this many times as long as one without a mistake, and this much more, hangs. */
const PATIENCE = { times: 3, moreMs: 5_000 }
/** From this many times its usual length on, a run that fails may have failed because the computer is busy. */
const LONG = 2

/** Tests by their own process, which a mistake may hang: then it is ended, and the next one begins. */
function openHost(tests) {
  let host
  let usualMs = 600_000
  const begin = async () => {
    host = fork(join(root, 'scripts/lib/mutant-host.mjs'), tests, {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: true,
    })
    await once(host, 'message')
  }
  const end = () => {
    if (host?.exitCode === null && host.signalCode === null) process.kill(-host.pid, 'SIGKILL')
    host = undefined
  }
  /** Whether the tests pass with this mistake, and how long they took. They do not pass where they hang. */
  const run = async (mutant) => {
    if (!host) await begin()
    const since = performance.now()
    host.send(mutant ?? null)
    const asked = host // a host that was ended tells of it when the next one is at work
    const passes = await new Promise((resolve) => {
      const settle = (value) => {
        clearTimeout(timer)
        asked.removeAllListeners()
        resolve(value)
      }
      const timer = setTimeout(settle, PATIENCE.moreMs + PATIENCE.times * usualMs)
      asked.once('message', (answer) => settle(answer.passes)).once('exit', () => settle(undefined))
    })
    if (passes === undefined) end()
    return { passes: passes === true, ms: performance.now() - since }
  }
  /** Measures the tests without a mistake. The first run of a process takes longer. Returns whether both pass. */
  const measure = async () => {
    const first = await run()
    const second = await run()
    usualMs = second.ms
    return first.passes && second.passes
  }
  /** Whether the tests fail with this mistake. If they fail late and the computer has become slower, they run once more. */
  const notices = async (mutant) => {
    const former = usualMs
    const { passes, ms } = await run(mutant)
    if (passes || ms < LONG * former) return !passes
    const isReliable = await measure()
    if (isReliable && usualMs < LONG * former) return true
    return !(await run(mutant)).passes
  }
  return { end, measure, notices }
}

/** Every so-many-th of a file's mutants. */
const shareOf = (mutants, share) => mutants.filter((_, at) => Math.floor((at + 1) * share) > Math.floor(at * share))

/** A reason that fits no mistake any more is of a file that has changed. @throws SetupProblem */
function refuseIdle(name, files, stays) {
  const names = new Set(files.flatMap((file) => mutantsOf(join(root, file)).map((mutant) => mutant.name)))
  const idle = Object.keys(stays).filter((key) => !names.has(key))
  if (idle.length > 0) throw new SetupProblem(`no mistake of ${name} is called ${idle.join(', nor ')}`)
}

async function tryGroup(name, { files, tests, stays = {} }, share) {
  refuseIdle(name, files, stays)
  const host = openHost(tests)
  try {
    if (!(await host.measure())) throw new SetupProblem(`the tests of ${name} fail without a mistake`)
    const rows = []
    for (const file of files) rows.push(await tryFile(file, { host, stays, share }))
    const sum = (key) => rows.reduce((total, row) => total + row[key], 0)
    return `| ${name} | ${sum('noticed')} of ${sum('all')} | ${((100 * sum('noticed')) / Math.max(1, sum('all'))).toFixed(0)} % |`
  } finally {
    host.end()
  }
}

async function tryFile(file, { host, stays, share }) {
  const mutants = shareOf(mutantsOf(join(root, file)), share)
  let noticed = 0
  for (const mutant of mutants) {
    const why = stays[mutant.name]
    if (await host.notices(mutant)) {
      noticed++
      if (why) say(`noticed, so its reason may go: ${mutant.name}`)
    } else say(why ? `stays: ${mutant.name}: ${why}` : `not noticed: ${file}:${mutant.line}  ${mutant.name}`)
  }
  const part = `${((100 * noticed) / Math.max(1, mutants.length)).toFixed(0)} %`
  say(`${file}: ${noticed} of ${mutants.length} noticed, ${part}`)
  return { noticed, all: mutants.length }
}

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { share: { type: 'string', default: '1' } },
  })
  const groups = JSON.parse(readFileSync(join(root, 'test/mutants.json'), 'utf8'))
  const names = positionals.length > 0 ? positionals : Object.keys(groups)
  const table = []
  for (const name of names) {
    if (!Object.hasOwn(groups, name))
      throw new SetupProblem(`there is no group ${name}: ${Object.keys(groups).join(', ')}`)
    table.push(await tryGroup(name, groups[name], Number(values.share)))
  }
  process.stdout.write(`| group | noticed | share |\n| ----- | ------- | ----- |\n${table.join('\n')}\n`)
  return 0
})

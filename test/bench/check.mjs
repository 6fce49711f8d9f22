// The hash check compared with other programs, in turns, on the same files in the page cache.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { buildForNode, workers } from '../../scripts/lib/build-for-node.mjs'
import { makeFiles, makeLongList } from './file-sets.mjs'
import { atLeast, atMost, below, median, row } from './table.mjs'
import { lineOf, timed } from './whole-process.mjs'

const root = resolve(import.meta.dirname, '../..')
const cores = availableParallelism()
const LONG_LIST = 300_000
/** Calls of md5sum for each core: enough to keep all cores busy to the end. */
const CALLS_PER_CORE = 8

/** The built command as a player calls it, from its start to its end. Its exit code is 0 if all files match the list. */
const loadout = (dir) => {
  const cli = join(root, 'out/main/cli.js')
  const words = ['verify', '--list', join(dir, 'list.json'), '--game-dir', dir, '--full', '--no-cache', '--json']
  return timed(lineOf(process.execPath, cli, ...words))
}

const md5sum = (dir, count) => {
  const perCall = Math.max(1, Math.floor(count / (cores * CALLS_PER_CORE)))
  return timed(
    `${lineOf('find', join(dir, '@Bench'), '-type', 'f', '-print0')} | xargs -0 -P${cores} -n${perCall} md5sum`,
  )
}

const hasha = (dir) =>
  timed(lineOf(process.execPath, join(import.meta.dirname, 'hasha-files.mjs'), join(dir, '@Bench')))

/** Checks by the mods service in a process that is already running, as in the app. `ready`: the expected result. */
function checkInService(gameDir, dir, ready = true) {
  const dataDir = join(dir, 'data')
  const words = [join(root, 'out/bench/check-child.js'), gameDir, dataDir]
  const printed = execFileSync(process.execPath, words, { encoding: 'utf8', maxBuffer: 1 << 26 })
  rmSync(dataDir, { recursive: true, force: true })
  const result = JSON.parse(printed.trim().split('\n').at(-1))
  if (result.isReady !== ready) throw new Error(`${gameDir} was found ${ready ? 'damaged' : 'ready'}`)
  return result
}

/** Runs the other program, the service and the command in turns. Returns the medians of the rounds' ratios and milliseconds. */
function compare(rounds, { dir }, other) {
  const all = Array.from({ length: rounds }, () => ({
    other: other(),
    service: checkInService(dir, dirname(dir)),
    command: loadout(dir),
  }))
  const of = (figure) => median(all.map(figure))
  const ms = (figure) => `${Math.round(of(figure))} ms`
  return {
    speed: of(({ other, service }) => other.ms / service.checkMs),
    times: `${ms(({ service }) => service.checkMs)} / ${ms(({ other }) => other.ms)}; whole process ${of(({ other, command }) => other.ms / command.ms).toFixed(2)} ×`,
    cpu: of(({ other, command }) => command.cpuMs / other.cpuMs),
    cpuTimes: `${ms(({ command }) => command.cpuMs)} / ${ms(({ other }) => other.cpuMs)}`,
  }
}

/** Several checks by the mods service. Returns the median of each figure. */
function inService(rounds, gameDir, dir, ready = true) {
  const found = Array.from({ length: rounds }, () => checkInService(gameDir, dir, ready))
  const of = (name) => median(found.map((one) => one[name]))
  return { p99Ms: of('p99Ms'), longestMs: of('longestMs'), extraMB: of('extraBytes') / 1e6 }
}

/** Speed in the running service, and the whole command's processor time, compared with md5sum and hasha. */
function speedRows(rounds, { large, medium, small }) {
  const onLarge = compare(rounds, large, () => md5sum(large.dir, large.count))
  const onMedium = compare(rounds, medium, () => md5sum(medium.dir, medium.count))
  const onSmall = compare(rounds, small, () => hasha(small.dir))
  return [
    row(`full check, ${large.name}: speed / md5sum`, onLarge.speed, '×', atLeast(2), onLarge.times),
    row(`full check, ${medium.name}: speed / md5sum`, onMedium.speed, '×', atLeast(1.5), onMedium.times),
    row(`full check, ${small.name}: speed / hasha`, onSmall.speed, '×', atLeast(5), onSmall.times),
    row(`full check, ${large.name}: processor time / md5sum`, onLarge.cpu, '×', atMost(0.6), onLarge.cpuTimes),
  ]
}

/** The steps after a check that found a long list missing: for how long each blocks the main thread, as the median of several runs. */
function repairRow(rounds, dir) {
  const runs = Array.from({ length: rounds }, (_, run) => {
    const gameDir = makeLongList(join(dir, `list-repair-${run}`), LONG_LIST, { onDisk: false })
    const words = [join(root, 'out/bench/repair-child.js'), gameDir, join(dir, `data-repair-${run}`)]
    const said = execFileSync(process.execPath, words, { encoding: 'utf8' })
    rmSync(gameDir, { recursive: true })
    return JSON.parse(said.trim().split('\n').at(-1)).longestMs
  })
  const longest = Object.keys(runs[0]).map((name) => ({ name, ms: median(runs.map((run) => run[name])) }))
  const each = longest.map(({ name, ms }) => `${name}: ${Math.round(ms)}`)
  const what = `main thread, longest hold, ${LONG_LIST.toLocaleString('en')} problems: read, planned, repaired`
  return row(what, Math.max(...longest.map(({ ms }) => ms)), 'ms', below(20), each.join(', '))
}

/** The service in Node: its main thread and its memory. */
function serviceRows(rounds, sets, dir) {
  const inside = sets.map(({ dir: gameDir }) => inService(rounds, gameDir, dir))
  const worst = (name) => Math.max(...inside.map((one) => one[name]))
  const each = (name) => inside.map((one, at) => `${sets[at].name}: ${Math.round(one[name])}`).join(', ')
  const longest = [true, false].map((onDisk) => {
    const gameDir = makeLongList(join(dir, `list-${onDisk}`), LONG_LIST, { onDisk })
    const { longestMs } = inService(rounds, gameDir, dir, onDisk)
    rmSync(gameDir, { recursive: true })
    return longestMs
  })
  const rows = LONG_LIST.toLocaleString('en')
  return [
    row('main thread while checking, p99', worst('p99Ms'), 'ms', below(20), each('p99Ms')),
    row(`main thread, longest hold, ${rows} rows, all on disk`, longest[0], 'ms', below(20)),
    row(`main thread, longest hold, ${rows} rows, none on disk`, longest[1], 'ms', below(20)),
    repairRow(rounds, dir),
    row('memory above idle', worst('extraMB'), 'MB', atMost(80), each('extraMB')),
  ]
}

/** @param {{ rounds: number, share: number }} options `share`: share of the number of files, for small machines */
export async function measureCheck({ rounds, share }) {
  await buildForNode(
    { ...workers, 'check-child': 'test/bench/check-child.ts', 'repair-child': 'test/bench/repair-child.ts' },
    'out/bench',
  )
  const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'loadout-bench-'))
  const discard = () => rmSync(dir, { recursive: true, force: true })
  process.once('exit', discard)
  const setOf = (files, bytes, size) => {
    const count = Math.max(cores, Math.round(files * share))
    const name = `${count.toLocaleString('en')} × ${size}`
    return { name, count, dir: makeFiles(join(dir, `${files}`), count, bytes) }
  }
  const [large, medium, small] = [
    setOf(64, 32 << 20, '32 MiB'),
    setOf(600, 1 << 20, '1 MiB'),
    setOf(20_000, 4 << 10, '4 KiB'),
  ]
  const rows = speedRows(rounds, { large, medium, small })
  rows.push(...serviceRows(rounds, [large, medium, small], dir))
  discard()
  return rows
}

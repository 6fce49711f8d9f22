// Repairs from nginx on this computer: compared with curl, and of a package with a small change.
import { randomFillSync } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeFiles } from './file-sets.mjs'
import { startNginx } from './nginx.mjs'
import { atMost, median, row } from './table.mjs'
import { lineOf, timed } from './whole-process.mjs'

const root = resolve(import.meta.dirname, '../..')
const cli = join(root, 'out/main/cli.js')

const benchDir = () => {
  const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'loadout-bench-'))
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** The built command as a player calls it, from its start to its end. */
const repair = (list, gameDir, base, home) => {
  const words = ['repair', '--list', list, '--game-dir', gameDir, '--source', base, '--yes', '--no-cache', '--json']
  return timed(`HOME='${home}' XDG_DATA_HOME= LOADOUT_CACHE_DIR='${home}' ${lineOf(process.execPath, cli, ...words)}`)
}

const AT_ONCE = 4

/** Fetches the files of a folder by their names, several at once. */
function curl(served, base, to, home) {
  const entries = readdirSync(join(served, '@Bench'), { withFileTypes: true, recursive: true })
  const lines = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(served.length + 1))
    .map((path) => `url = "${new URL(path, base).href}"\noutput = "${join(to, path)}"\n`)
  writeFileSync(join(home, 'curl'), lines.join(''))
  return timed(
    lineOf('curl', '-sSf', '-Z', '--parallel-max', String(AT_ONCE), '--create-dirs', '-K', join(home, 'curl')),
  )
}

/** One gigabit per second for all connections, in KiB for each. */
const GIGABIT = `${Math.round(1e9 / 8 / AT_ONCE / 1024)}k`

/** A repair compared with curl, in turns. */
async function againstCurl(rounds, count, rate, name) {
  const dir = benchDir()
  const served = makeFiles(join(dir, 'served'), count, 32 << 20)
  const home = join(dir, 'home')
  mkdirSync(home)
  const server = await startNginx(served, join(dir, 'nginx'), rate)
  const fresh = (name) => {
    rmSync(join(dir, name), { recursive: true, force: true })
    mkdirSync(join(dir, name))
    return join(dir, name)
  }
  try {
    const all = Array.from({ length: rounds }, () => ({
      curl: curl(served, server.base, fresh('curl'), home),
      ours: repair(join(served, 'list.json'), fresh('game'), server.base, home),
    }))
    const of = (who, name) => Math.round(median(all.map((round) => round[who][name])))
    const times = `${of('ours', 'ms')} ms / ${of('curl', 'ms')} ms; processor ${of('ours', 'cpuMs')} ms / ${of('curl', 'cpuMs')} ms`
    const ratio = median(all.map((round) => round.ours.ms / round.curl.ms))
    return row(`repair of ${count} × 32 MiB from nginx${name}: time / curl -Z`, ratio, '×', atMost(1.25), times)
  } finally {
    await server.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** @param {{ rounds: number, share: number }} options `share`: share of the number of files, for small machines */
export async function measureFetch({ rounds, share }) {
  const countOf = (files) => Math.max(AT_ONCE, Math.round(files * share))
  return [
    await againstCurl(rounds, countOf(16), GIGABIT, ', 1 Gbit/s'),
    await againstCurl(rounds, countOf(64), '0', ', no limit'),
  ]
}

const PIECE = 64 << 20
const PLACES = 20

/** A package and its next version: one hundredth is changed in 20 places, and a few inserted bytes move the rest. */
function packages(bytes) {
  const old = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; at += PIECE) randomFillSync(old, at, Math.min(PIECE, bytes - at))
  const inserted = Math.floor(bytes * 0.4) + 7
  const next = Buffer.concat([old.subarray(0, inserted), Buffer.from('inserted'), old.subarray(inserted)])
  for (let place = 0; place < PLACES; place++)
    randomFillSync(next, Math.floor(((place + 0.3) * bytes) / PLACES), Math.floor((bytes * 0.01) / PLACES))
  return { old, next }
}

/** @param {{ share: number }} options `share`: share of 1 GiB, for small machines */
export async function measureBlocks({ share }) {
  const dir = benchDir()
  const { old, next } = packages(Math.round(share * 2 ** 30))
  const [served, home] = [join(dir, 'served'), join(dir, 'home')]
  for (const folder of [home, join(served, '@Bench'), join(dir, 'former/@Bench')])
    mkdirSync(folder, { recursive: true })
  writeFileSync(join(dir, 'former/@Bench/package.pbo'), old)
  writeFileSync(join(served, '@Bench/package.pbo'), next)
  const list = join(served, 'list.json')
  const listing = timed(lineOf(process.execPath, cli, 'hash', join(served, '@Bench'), '--out', list, '--blocks'))
  const server = await startNginx(served, join(dir, 'nginx'))
  try {
    const repairFormer = () => {
      rmSync(join(dir, 'game'), { recursive: true, force: true })
      cpSync(join(dir, 'former'), join(dir, 'game'), { recursive: true })
      return repair(list, join(dir, 'game'), server.base, home)
    }
    const ours = repairFormer()
    const bytes = server.bytesSent()
    rmSync(join(served, 'blocks'), { recursive: true })
    const whole = repairFormer()
    const times = `${(bytes / 1e6).toFixed(1)} MB; ${Math.round(ours.ms)} ms, whole ${Math.round(whole.ms)} ms, list made in ${Math.round(listing.ms)} ms`
    const what = `${(next.length / 2 ** 30).toFixed(2)} GiB package, 1 % changed in 20 places, an insertion: bytes fetched`
    return [row(what, (100 * bytes) / next.length, '%', atMost(5), times)]
  } finally {
    await server.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

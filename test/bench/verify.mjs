// Measures the hash check against what it has to beat, in turns, on the same files in page cache; prints medians as ratios.
//   npm run bench -- check [--rounds N] [--share 0.25]     (share of the 2 GiB set, for small machines)
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import hasha from 'hasha'
import { buildForNode, workers } from '../../scripts/lib/build-for-node.mjs'

const root = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({ options: { rounds: { type: 'string' }, share: { type: 'string' } } })
const rounds = Number(values.rounds ?? 3)
const share = Number(values.share ?? 1)
const cores = availableParallelism()

const bundle = () =>
  buildForNode(
    {
      ...workers,
      cli: 'src-main/cli.ts',
      'verify-inside': 'test/bench/verify-inside.ts',
      'verify-again': 'test/bench/verify-again.ts',
    },
    'out/bench',
  )

/** A game folder of `count` files of `bytes` each, 500 to a folder, with its list. */
function makeSet(dir, name, count, bytes) {
  const rows = []
  for (let at = 0; at < count; at++) {
    const folder = `@bench/${name}_${Math.floor(at / 500)}`
    if (at % 500 === 0) mkdirSync(join(dir, folder), { recursive: true })
    const content = randomBytes(bytes)
    writeFileSync(join(dir, folder, `file_${at}.pbo`), content)
    const Hash = createHash('md5').update(content).digest('hex')
    rows.push({
      Id: at,
      RelativPath: `${folder}/file_${at}.pbo`.replaceAll('/', '\\'),
      Hash,
      FileName: `file_${at}.pbo`,
      Size: bytes,
    })
  }
  writeFileSync(join(dir, 'list.json'), JSON.stringify({ data: rows, requested_at: 1_700_000_000 }))
  return dir
}

/** A game folder with the very files of the others, and the list of them all. */
function joinSets(dir, sets) {
  const rows = sets.flatMap((set) => JSON.parse(readFileSync(join(set, 'list.json'), 'utf8')).data)
  for (const set of sets)
    for (const folder of readdirSync(join(set, '@bench'))) {
      mkdirSync(join(dir, '@bench', folder), { recursive: true })
      for (const file of readdirSync(join(set, '@bench', folder)))
        linkSync(join(set, '@bench', folder, file), join(dir, '@bench', folder, file))
    }
  writeFileSync(
    join(dir, 'list.json'),
    JSON.stringify({ data: rows.map((row, Id) => ({ ...row, Id })), requested_at: 1_700_000_000 }),
  )
  return dir
}

const timed = async (work) => {
  const since = performance.now()
  await work()
  return performance.now() - since
}

const shell = (text) => execFileSync('bash', ['-c', text], { stdio: ['ignore', 'ignore', 'inherit'] })

/** As many at a time as there are cores; large files few to a call, so that all cores get some. */
const md5sum = (dir, perCall) =>
  timed(() => shell(`find '${dir}/@bench' -type f -print0 | xargs -0 -P${cores} ${perCall} md5sum`))

/** hasha 3, file after file: how the launchers do it that players come from. */
const hashaAll = (dir) =>
  timed(async () => {
    for (const entry of readdirSync(join(dir, '@bench'), { withFileTypes: true, recursive: true }))
      if (entry.isFile()) await hasha.fromFile(join(entry.parentPath, entry.name), { algorithm: 'md5' })
  })

const find = (dir) => timed(() => shell(`find '${dir}/@bench' -type f -printf '%s %T@ %p\\n'`))

/** The command as a user calls it; its own measure, from reading the list to the verdict. */
function loadout(dir, ...words) {
  const env = { ...process.env, LOADOUT_CACHE_DIR: join(dir, 'cache') }
  const all = [
    join(root, 'out/bench/cli.js'),
    'verify',
    '--list',
    join(dir, 'list.json'),
    '--game-dir',
    dir,
    '--json',
    ...words,
  ]
  const { stdout, status } = spawnSync(process.execPath, all, { env, encoding: 'utf8', maxBuffer: 1 << 26 })
  if (status !== 0) throw new Error(`verify ended with ${status}: ${stdout}`)
  return JSON.parse(stdout).durationMs
}

/** What one of the programs beside this one prints about `dir`. */
function ask(program, dir, ...more) {
  const words = [join(root, `out/bench/${program}.js`), dir, join(root, 'out/bench/hash-worker.js'), ...more]
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }))
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? NaN

/** Runs contenders in turns and gives the median of the per-round ratios to the first one. */
async function compare(contenders) {
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of Object.entries(contenders)) times[name].push(await run())
  return {
    ms: (name) => median(times[name]),
    ratio: (a, b) => median(times[a].map((ms, at) => ms / times[b][at])),
  }
}

await bundle()
const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'loadout-bench-'))
process.on('exit', () => rmSync(dir, { recursive: true, force: true }))
const big = makeSet(join(dir, 'big'), 'large', Math.max(cores, Math.round(64 * share)), 32 << 20)
const small = makeSet(join(dir, 'small'), 'small', 20_000, 4096)
const both = joinSets(join(dir, 'both'), [big, small])
loadout(small, '--full') // fills the digest cache for the quick check

const onBig = await compare({
  md5sum: () => md5sum(big, '-n4'),
  loadout: () => loadout(big, '--no-cache'),
  hasha: () => hashaAll(big),
})
let again = []
const onSmall = await compare({
  md5sum: () => md5sum(small, ''),
  loadout: () => loadout(small, '--no-cache'),
  second: () => (again = ask('verify-again', small, '3'))[1],
  third: () => again[2],
  hasha: () => hashaAll(small),
})
const onBoth = await compare({
  md5sum: async () => (await md5sum(big, '-n4')) + (await md5sum(small, '')),
  loadout: () => loadout(both, '--no-cache'),
})
const quick = await compare({ find: () => find(small), loadout: () => loadout(small, '--quick') })
const insides = [big, small].map((set) => Array.from({ length: rounds }, () => ask('verify-inside', set)))

const rows = []
const row = (what, value, goal, more) => rows.push({ what, value, goal, more })
const ms = (value) => `${Math.round(value)} ms`
row(
  'full, large files: speed / md5sum',
  onBig.ratio('md5sum', 'loadout').toFixed(2),
  '≥ 0.95',
  `${ms(onBig.ms('loadout'))} / ${ms(onBig.ms('md5sum'))}`,
)
row('full, large files: speed / hasha', onBig.ratio('hasha', 'loadout').toFixed(2), '≥ 3', ms(onBig.ms('hasha')))
row(
  'full, 20,000 small: speed / md5sum',
  onSmall.ratio('md5sum', 'loadout').toFixed(2),
  '≥ 0.95',
  `${ms(onSmall.ms('loadout'))} / ${ms(onSmall.ms('md5sum'))}`,
)
for (const which of ['second', 'third'])
  row(
    `the same, ${which} check of one process`,
    onSmall.ratio('md5sum', which).toFixed(2),
    '≥ 0.95',
    `${ms(onSmall.ms(which))} / ${ms(onSmall.ms('md5sum'))}`,
  )
row(
  'full, all of them in one mod: speed / md5sum',
  onBoth.ratio('md5sum', 'loadout').toFixed(2),
  '≥ 0.95',
  `${ms(onBoth.ms('loadout'))} / ${ms(onBoth.ms('md5sum'))}`,
)
row('full, 20,000 small: speed / hasha', onSmall.ratio('hasha', 'loadout').toFixed(2), '≥ 3', ms(onSmall.ms('hasha')))
row(
  'quick, 20,000: time / find',
  quick.ratio('loadout', 'find').toFixed(2),
  '≤ 2',
  `${ms(quick.ms('loadout'))} / ${ms(quick.ms('find'))}`,
)
for (const [at, name] of ['large', 'small'].entries()) {
  row(`main-thread delay p99, ${name}`, `${median(insides[at].map((one) => one.delayMs)).toFixed(1)} ms`, '< 20 ms', '')
  row(
    `memory above idle, ${name}`,
    `${Math.round(median(insides[at].map((one) => one.extraBytes)) / 1e6)} MB`,
    '≤ 60 MB',
    '',
  )
}
console.table(rows)

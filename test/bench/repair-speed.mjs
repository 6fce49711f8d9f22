import { spawn, spawnSync } from 'node:child_process'
import { createCipheriv, createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildForNode, workers } from '../../scripts/lib/build-for-node.mjs'

/**
 * Repair of large files over loopback, against `curl` fetching the same files four at a time; and the repair of one changed
 * file among many, against the quick check. In turns, so that a busy machine is busy for all.
 *
 *     npm run bench -- repair --files 64 --mib 32 --rounds 3 --small 20000
 */
const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '64' },
    mib: { type: 'string', default: '32' },
    rounds: { type: 'string', default: '3' },
    small: { type: 'string', default: '20000' },
  },
})
const [files, mib, rounds, small] = [values.files, values.mib, values.rounds, values.small].map(Number)
const root = resolve(import.meta.dirname, '../..')
const outDir = join(root, 'out/bench')
const LANES = '4'

const folder = mkdtempSync(join(process.platform === 'linux' ? '/dev/shm' : tmpdir(), 'loadout-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

await buildForNode(
  { ...workers, 'repair-child': 'test/repair/child.ts', 'repair-one': 'test/bench/repair-one.ts' },
  'out/bench',
)

/** Writes a file of the given size that follows from its name, and gives its digest. */
function make(base, path, size) {
  const key = createHash('md5').update(path).digest()
  const bytes = createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size))
  writeFileSync(join(base, path), bytes)
  return createHash('md5').update(bytes).digest('hex')
}

async function serve(command, script, served) {
  const server = spawn(command, [join(import.meta.dirname, script), served], { stdio: ['ignore', 'pipe', 'inherit'] })
  process.on('exit', () => server.kill())
  const [said] = await once(server.stdout, 'data')
  return `http://127.0.0.1:${String(said).trim()}/`
}

const inNode = (script, ...args) => {
  const run = spawnSync(process.execPath, [join(outDir, script), ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (run.status !== 0) throw new Error(run.stderr || run.stdout)
  return JSON.parse(run.stdout.trim().split('\n').at(-1))
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]
const say = (line) => process.stdout.write(`${line}\n`)
const hasPython = spawnSync('python3', ['--version']).status === 0

/** Runs something in a folder of its own; gives the seconds. */
function timed(work) {
  const cwd = join(folder, 'target')
  mkdirSync(cwd)
  const since = performance.now()
  const told = work(cwd)
  const seconds = told ?? (performance.now() - since) / 1000
  rmSync(cwd, { recursive: true })
  return seconds
}

function largeRound(base, steps) {
  const config = join(folder, 'curl.cfg')
  writeFileSync(config, steps.map(({ path }, n) => `url = "${base}${path}"\noutput = "${n}"`).join('\n'))
  const urls = steps.map(({ path }) => `${base}${path}`).join('\n')
  const one = timed((cwd) => void spawnSync('curl', ['-s', '-Z', '--parallel-max', LANES, '-K', config], { cwd }))
  const many = timed((cwd) => void spawnSync('xargs', ['-P', LANES, '-n', '1', 'curl', '-sO'], { cwd, input: urls }))
  const repair = timed((gameDir) => {
    const head = { version: 1, id: '', kind: 'repair', modId: 1, modName: 'Bench', modFolder: '@Bench' }
    const plan = join(folder, 'plan.json')
    writeFileSync(
      plan,
      JSON.stringify({ gameDir, head: JSON.stringify({ ...head, listVersion: '1', startedAt: '', steps }) }),
    )
    const outcome = inNode('repair-child.js', plan, base)
    if (outcome.repaired !== steps.length) throw new Error(JSON.stringify(outcome))
    return outcome.ms / 1000
  })
  return { one, many, repair }
}

async function large() {
  const served = join(folder, 'served')
  mkdirSync(join(served, '@Bench/addons'), { recursive: true })
  const size = mib << 20
  const steps = Array.from({ length: files }, (_, n) => {
    const path = `@Bench/addons/${n}.pbo`
    return { do: 'fetch', path, size, hash: make(served, path, size), algorithm: 'md5' }
  })
  const servers = [
    ...(hasPython ? [['sendfile', 'python3', 'sendfile-server.py']] : []),
    ['Node stream', process.execPath, 'file-server.mjs'],
  ]
  for (const [name, command, script] of servers) {
    const base = await serve(command, script, served)
    const all = Array.from({ length: rounds }, () => largeRound(base, steps))
    const [one, many, repair] = ['one', 'many', 'repair'].map((key) => median(all.map((round) => round[key])))
    const rate = (seconds) => `${Math.round((files * size) / 1e6 / seconds)} MB/s (${seconds.toFixed(2)} s)`
    say(`${name} server: repair, hashing included ${rate(repair)}`)
    say(`  against one curl -Z --parallel-max ${LANES}: ${(one / repair).toFixed(2)}, ${rate(one)} (goal 0.80)`)
    say(`  against ${LANES} curl processes: ${(many / repair).toFixed(2)}, ${rate(many)}`)
  }
  rmSync(served, { recursive: true })
}

async function oneOfMany() {
  const [served, gameDir] = [join(folder, 'small'), join(folder, 'game')]
  for (const base of [served, gameDir]) mkdirSync(join(base, '@Bench/data'), { recursive: true })
  const rows = Array.from({ length: small }, (_, n) => {
    const path = `@Bench/data/${n}.paa`
    const Hash = make(served, path, 4096)
    make(gameDir, path, 4096)
    return { Id: n, RelativPath: path.replaceAll('/', '\\'), Hash, FileName: `${n}.paa`, Size: 4096 }
  })
  writeFileSync(join(gameDir, 'list.json'), JSON.stringify({ data: rows }))
  const base = await serve(process.execPath, 'file-server.mjs', served)
  const { quickMs, repairMs } = inNode('repair-one.js', gameDir, base, outDir)
  say(
    `one changed of ${small}: repair ${Math.round(repairMs)} ms, quick check ${Math.round(quickMs)} ms: ${(repairMs / quickMs).toFixed(2)} (goal 2)`,
  )
}

if (files > 0) await large()
if (small > 0) await oneOfMany()
process.exit(0)

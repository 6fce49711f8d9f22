import { spawn, spawnSync } from 'node:child_process'
import { createCipheriv, createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'

/**
 * Repair of many large files over loopback, against `curl` fetching the same files four at a time. Both in turns, so that
 * a busy machine is busy for both. `node test/bench/repair-speed.mjs [files] [MiB each] [rounds]`
 */
const [, , count = '64', mebibytes = '32', rounds = '3'] = process.argv
const root = resolve(import.meta.dirname, '../..')
const LANES = 4

const folder = mkdtempSync(join(process.platform === 'linux' ? '/dev/shm' : tmpdir(), 'loadout-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

await build({
  configFile: false,
  root,
  logLevel: 'error',
  build: {
    ssr: true,
    outDir: 'out/bench',
    target: 'node20',
    rolldownOptions: {
      input: {
        'repair-child': resolve(root, 'test/repair/child.ts'),
        'part-worker': resolve(root, 'src-main/mods/repair/part-worker.ts'),
      },
    },
  },
})

const zeros = Buffer.alloc(Number(mebibytes) << 20)
const steps = Array.from({ length: Number(count) }, (_, n) => {
  const path = `@Bench/addons/${n}.pbo`
  const bytes = createCipheriv('aes-128-ctr', createHash('md5').update(path).digest(), Buffer.alloc(16)).update(zeros)
  mkdirSync(join(folder, 'served/@Bench/addons'), { recursive: true })
  writeFileSync(join(folder, 'served', path), bytes)
  return {
    do: 'fetch',
    path,
    size: bytes.length,
    hash: createHash('md5').update(bytes).digest('hex'),
    algorithm: 'md5',
  }
})
const server = spawn(process.execPath, [join(import.meta.dirname, 'file-server.mjs'), join(folder, 'served')])
process.on('exit', () => server.kill())
const [said] = await once(server.stdout, 'data')
const base = `http://127.0.0.1:${String(said).trim()}/`

function curl() {
  const target = join(folder, 'curl')
  mkdirSync(target)
  const urls = steps.map(({ path }) => `${base}${path}`).join('\n')
  const since = performance.now()
  spawnSync('xargs', ['-P', String(LANES), '-n', '1', 'curl', '-s', '-O', '--fail'], { cwd: target, input: urls })
  const seconds = (performance.now() - since) / 1000
  rmSync(target, { recursive: true })
  return seconds
}

function repair() {
  const gameDir = join(folder, 'game')
  mkdirSync(gameDir)
  const head = { version: 1, id: '', kind: 'repair', modId: 1, modName: 'Bench', modFolder: '@Bench', listVersion: '1' }
  const plan = join(folder, 'plan.json')
  writeFileSync(plan, JSON.stringify({ gameDir, head: JSON.stringify({ ...head, startedAt: '', steps }) }))
  const run = spawnSync(process.execPath, [join(root, 'out/bench/repair-child.js'), plan, base], { encoding: 'utf8' })
  const outcome = JSON.parse(run.stdout.trim().split('\n').at(-1) ?? '{}')
  if (outcome.repaired !== steps.length) throw new Error(run.stderr || run.stdout)
  rmSync(gameDir, { recursive: true })
  return outcome.seconds
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]
const times = { curl: [], repair: [] }
for (let round = 0; round < Number(rounds); round++) {
  times.curl.push(curl())
  times.repair.push(repair())
}
const megabytes = (Number(count) * Number(mebibytes) * 2 ** 20) / 1e6
const rate = (seconds) => `${Math.round(megabytes / seconds)} MB/s`
const ratio = median(times.curl) / median(times.repair)
process.stdout.write(
  `curl -P${LANES}: ${rate(median(times.curl))}; repair, hashing included: ${rate(median(times.repair))}; ratio ${ratio.toFixed(2)} (goal 0.80)\n`,
)
process.exit(0)

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FileFault } from '../support/file-faults.ts'
import { realDisk } from './real-disk.ts'
import { listSessions, openRepairSession } from '../../src-main/mods/repair/session.ts'
import type { Step } from '../../src-main/mods/repair/steps.ts'
import { programAt } from '../support/programs.ts'
import { tempDir } from '../support/temp.ts'
import { blockListOf, bytesOf, fetchStep, md5, MOD, openWorld, partsIn, safe, treeOf, write } from './support.ts'

/** Kills in all; `npm run test:repair-kill` asks for a hundred. */
const KILLS = Number(process.env.LOADOUT_KILLS ?? 4)
const BYTES_A_SECOND = 20_000_000

/** Random numbers that a failed run can be told by. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const child = programAt('repair-child')

/** Files of all sizes: missing, damaged, of another size, of another case, not listed, and right. */
async function mixedWorld(random: () => number) {
  const files: Record<string, Uint8Array> = {}
  const steps: Step[] = []
  for (let n = 0; n < 30; n++) {
    const path = `${MOD}/${n % 3 === 0 ? 'addons' : 'data/deep'}/file ${n}.pbo`
    files[path] = bytesOf(`right ${n}`, n % 7 === 0 ? n : n % 10 === 1 ? 1_300_000 : Math.floor(random() * 900_000))
  }
  const world = await openWorld(files)
  for (const [n, [path, bytes]] of Object.entries(files).entries()) {
    const spelled = path.replace('file', 'FILE')
    if (n % 10 === 1) {
      world.files[`blocks/${md5(bytes)}`] = blockListOf(bytes)
      write(world.gameDir, path, Buffer.concat([bytes.subarray(9, 500_000), bytes.subarray(700_000)]))
    }
    if (n % 10 === 6) write(world.gameDir, path, bytesOf(`former ${n}`, bytes.length))
    if (n % 5 === 2) write(world.gameDir, path, bytesOf(`former ${n}`, Math.floor(random() * 500_000)))
    if (n % 5 === 3) write(world.gameDir, spelled, n % 2 ? bytes : bytesOf(`former ${n}`, 5000))
    const step = fetchStep(path, bytes) as Step & { do: 'fetch' }
    steps.push(n % 5 === 3 ? { ...step, do: 'rename', from: safe(spelled) } : step)
  }
  for (let n = 0; n < 4; n++) {
    write(world.gameDir, `${MOD}/extra ${n}.pbo`, bytesOf(`extra ${n}`, 3000))
    steps.push({ do: 'set-aside', path: safe(`${MOD}/extra ${n}.pbo`) })
  }
  write(world.gameDir, `${MOD}/untouched.pbo`, 'a player’s own')
  // some lie elsewhere on this computer already: in the quarantine, in another mod, in another install
  const otherInstall = tempDir()
  for (const [n, [path, bytes]] of Object.entries(files).entries()) {
    if (n % 6 === 0) write(world.gameDir, `.loadout/20260101-000000-old/kept/0/${path}`, bytes)
    if (n % 6 === 2) write(world.gameDir, `@Other/renamed ${n}.bin`, bytes)
    if (n % 6 === 4) write(otherInstall, path, bytes)
  }
  write(world.gameDir, 'canary/other.pbo', 'another mod')
  return { ...world, steps, otherInstall, before: treeOf(world.gameDir), beforeElsewhere: treeOf(otherInstall) }
}

type World = Awaited<ReturnType<typeof mixedWorld>>

const kinds: FileFault[] = [
  { kind: 'reset', share: 0.5 },
  { kind: 'reset', share: 0 },
  { kind: 'stall', share: 0.3 },
  { kind: 'short', share: 0.7 },
  { kind: 'wrong' },
  { kind: 'no-ranges' },
  { kind: 'lying-range' },
  { kind: 'shifted-range' },
  { kind: 'status', status: 429, retryAfter: 0 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 416 },
]

/** What must hold at any moment. */
async function expectNothingLost(world: World, why: string) {
  const now = treeOf(world.gameDir)
  const present = new Set(Object.values(now))
  for (const [path, digest] of Object.entries(world.before))
    expect(present, `${why}: bytes of ${path}`).toContain(digest)
  for (const step of world.steps) {
    if (step.do === 'set-aside') continue
    const allowed = [step.hash, world.before[step.path], undefined]
    if (step.do === 'rename') allowed.push(world.before[step.from])
    expect(allowed, `${why}: ${step.path}`).toContain(now[step.path])
    const stoodThere = world.before[step.path] !== undefined
    expect(stoodThere && now[step.path] === undefined, `${why}: ${step.path} is gone`).toBe(false)
  }
  expect(now[`${MOD}/untouched.pbo`]).toBe(md5('a player’s own'))
  expect(now['canary/other.pbo']).toBe(md5('another mod'))
  expect(treeOf(world.otherInstall), why).toEqual(world.beforeElsewhere)
  for (const [path, digest] of Object.entries(world.before))
    if (/^(@Other|\.loadout)\//.test(path)) expect(now[path], `${why}: ${path} was copied from`).toBe(digest)
  for (const id of await listSessions(realDisk, world.gameDir)) {
    const session = await openRepairSession(realDisk, world.gameDir, id)
    for (const did of session?.journal ?? []) {
      const step = [...(session?.head.steps ?? [])].find(({ path }) => did.w === 'done' && path === did.path)
      if (step && step.do !== 'set-aside') expect(now[step.path], `${why}: told as done`).toBe(step.hash)
    }
  }
}

/** How many files were copied from elsewhere on this computer. */
async function copiedIn({ gameDir }: World): Promise<number> {
  const ids = await listSessions(realDisk, gameDir)
  const sessions = await Promise.all(ids.map((id) => openRepairSession(realDisk, gameDir, id)))
  return sessions.flatMap((one) => one?.journal ?? []).filter((did) => did.w === 'done' && did.how === 'copied').length
}

/** Runs the child; kills it after a while, unless it ends before. */
async function runAndKill(world: World, plan: string, killAfterMs: number | undefined): Promise<boolean> {
  const run = spawn(process.execPath, [
    child,
    plan,
    world.base.href,
    String(killAfterMs === undefined ? 0 : BYTES_A_SECOND),
  ])
  let err = ''
  run.stderr.on('data', (text: Buffer) => (err += text.toString()))
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => run.kill('SIGKILL'), killAfterMs)
  run.stdout.resume()
  const [code, signal] = (await once(run, 'close')) as [number | null, string | null]
  clearTimeout(timer)
  expect(err).toBe('')
  expect(code === 0 || signal === 'SIGKILL').toBe(true)
  return signal === 'SIGKILL'
}

describe('killed without a word', () => {
  it(
    `${KILLS} times, loses nothing and comes to its end`,
    async () => {
      const seed = Number(process.env.LOADOUT_SEED ?? Date.now() % 1_000_000)
      const random = seeded(seed)
      for (let kills = 0, work: 'update' | undefined; kills < KILLS; work = work ? undefined : 'update') {
        const world = await mixedWorld(random)
        const { gameDir, otherInstall, steps } = world
        const folder = tempDir()
        write(folder, 'plan.json', JSON.stringify({ gameDir, otherInstall, modFolder: MOD, work, steps }))
        const plan = join(folder, 'plan.json')
        world.faults.decide(() => (random() < 0.15 ? kinds[Math.floor(random() * kinds.length)] : undefined))
        for (let round = 0; round < Math.min(8, KILLS / 2) && kills < KILLS; round++) {
          if (!(await runAndKill(world, plan, 150 + random() * 900))) break
          kills++
          await expectNothingLost(world, `seed ${seed}, kill ${kills}`)
        }
        world.faults.clear()
        expect(await runAndKill(world, plan, undefined)).toBe(false)
        await expectNothingLost(world, `seed ${seed}, end`)
        const end = treeOf(world.gameDir)
        // an update that was killed has its copies in part files, whose origin nobody knows any more
        if (!work) expect(await copiedIn(world), `seed ${seed}: copied`).toBeGreaterThan(0)
        for (const step of world.steps)
          expect(end[step.path], `seed ${seed}: ${step.path}`).toBe(step.do === 'set-aside' ? undefined : step.hash)
        expect(partsIn(world.gameDir)).toEqual([])
      }
    },
    30_000 + KILLS * 6_000,
  )
})

import { createCipheriv, createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startDemoService } from '../support/demo-service.ts'
import { createFileFaults, faultyFilesRoute } from '../support/file-faults.ts'
import { makeBlockList } from '../../src-main/mods/blocks/block-list.ts'
import { parseSafePath, type SafePath } from '../../src-main/mods/list/index.ts'
import { openSourceConnections } from '../../src-main/mods/repair/index.ts'
import { digestHere, findBlocksHere } from './digest-here.ts'
import { realDisk } from './real-disk.ts'
import { createFinder } from '../../src-main/mods/repair/run/local-copy.ts'
import { Nudge, realClock, Throttle, type Clock } from '../../src-main/mods/repair/pace.ts'
import pLimit from 'p-limit'
import { PauseGate } from '../../src-main/lib/index.ts'
import type { DownloadTools } from '../../src-main/mods/repair/run/download.ts'
import { Source } from '../../src-main/mods/repair/sources.ts'
import type { RunOptions } from '../../src-main/mods/repair/run/repair-file.ts'
import { runSteps } from '../../src-main/mods/repair/run/run-steps.ts'
import { beginRepairSession, type RepairSession } from '../../src-main/mods/repair/session.ts'
import { type Step, StepList } from '../../src-main/mods/repair/steps.ts'
import { tempDir } from '../support/temp.ts'

export const MOD = '@Nordwind'

export const safe = (path: string): SafePath => {
  const parsed = parseSafePath(path, path.split('/', 1)[0] ?? '')
  if (!parsed.ok) throw new Error(`${path}: ${parsed.refusal}`)
  return parsed.path
}

export const md5 = (bytes: Uint8Array | string): string => createHash('md5').update(bytes).digest('hex')

/** Bytes that follow from their name. */
export function bytesOf(name: string, size: number): Buffer {
  const key = createHash('md5').update(name).digest()
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size))
}

export const write = (root: string, path: string, bytes: Uint8Array | string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), bytes)
}

export const read = (root: string, path: string): Buffer | undefined =>
  existsSync(join(root, path)) ? readFileSync(join(root, path)) : undefined

/** Digest of every file below a folder, by path with forward slashes. */
export function treeOf(root: string, below = ''): Record<string, string> {
  const tree: Record<string, string> = {}
  for (const entry of readdirSync(join(root, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) Object.assign(tree, treeOf(root, path))
    else if (entry.isFile()) tree[path] = md5(readFileSync(join(root, path)))
  }
  return tree
}

export const fetchStep = (path: string, bytes: Uint8Array): Step => ({
  do: 'fetch',
  path: safe(path),
  size: bytes.length,
  hash: md5(bytes),
  algorithm: 'md5',
})

/** The block list of a file with these bytes. */
export function blockListOf(bytes: Uint8Array): Buffer {
  const folder = tempDir()
  write(folder, 'file', bytes)
  return makeBlockList(join(folder, 'file'), bytes.length) ?? Buffer.alloc(0)
}

/** A clock that waits next to nothing between tries, so that faults cost no time. */
export const hastyClock: Clock = { ...realClock, sleep: (_ms, signal) => realClock.sleep(1, signal), random: () => 0.5 }

/** A file service with the true files, and an empty game folder. */
export async function openWorld(files: Record<string, Uint8Array>, gameDir = tempDir()) {
  const faults = createFileFaults()
  const routes = [faultyFilesRoute({ find: (path) => files[path], faultOf: faults.take })]
  const service = await startDemoService({ now: () => new Date(), routes })
  const connections = openSourceConnections('http://127.0.0.1')
  onTestFinished(async () => {
    await connections.close()
    await service.close()
  })
  const base = new URL(`${service.baseUrl}/files/`)
  const sources = [new Source(base)]
  const begin = (steps: Step[], kind: 'repair' | 'set-aside' = 'repair'): Promise<RepairSession> =>
    beginRepairSession(
      realDisk,
      gameDir,
      { kind, modId: 1, modName: 'Nordwind', modFolder: MOD, listVersion: 'v1', steps: StepList.of(steps) },
      new Date(),
    )
  const options = (change: Partial<RunOptions & DownloadTools & { concurrency: number }> = {}): RunOptions => {
    const {
      disk = realDisk,
      digestOf = digestHere,
      findBlocks = findBlocksHere,
      clock = hastyClock,
      patience = { stallMs: 2000, slowMs: 60_000 },
      nudge = new Nudge(),
      allowHttp = false,
      lockedForMs = 50,
      concurrency = 4,
      ...more
    } = change
    const { signal = new AbortController().signal, ...rest } = more
    return {
      tools: {
        disk,
        digestOf,
        findBlocks,
        clock,
        throttle: new Throttle(clock),
        gate: new PauseGate(),
        nudge,
        connections,
        allowHttp,
        patience,
        tries: 5,
        inTurn: pLimit(concurrency),
        lockedForMs,
        whoHolds: () => Promise.resolve(null),
        signal,
      },
      finder: createFinder(disk, [], [], signal),
      sources: () => sources,
      listIsCurrent: () => Promise.resolve(true),
      replacing: new PauseGate(),
      waitsForGame: () => undefined,
      onProgress: () => undefined,
      ...rest,
    }
  }
  const repair = async (steps: Step[], change: Parameters<typeof options>[0] = {}) => {
    const session = await begin(steps)
    const outcome = await runSteps(session, options(change))
    await session.close()
    return { session, outcome }
  }
  return { gameDir, faults, service, base, files, begin, options, repair }
}

export const partsIn = (root: string): string[] => Object.keys(treeOf(root)).filter((path) => path.endsWith('-part'))

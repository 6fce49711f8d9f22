import { availableParallelism } from 'node:os'
import { startMember, type Answer, type Batch, type Member, type Waiting } from './pool-member.ts'
import { Command, pathsOf, type HashBatch, type HashReply, type ScanBatch, type ScanReply } from './worker/protocol.ts'

/**
 * A worker that died with a batch, or was given up: the file at `at` is to blame. Null when no worker can be had at all.
 * `errno` is EWORKER for a thread that died, ETIMEDOUT for a disk that does not answer.
 */
export class WorkerCrash extends Error {
  readonly at: number | null
  readonly errno: string
  constructor(at: number | null, errno = 'EWORKER') {
    super(`a hash worker stopped (${errno})`)
    this.at = at
    this.errno = errno
  }
}

/** Several worker threads behind one switch. Batches are answered in any order; each worker holds one and has one waiting. */
export interface Pool {
  readonly size: number
  /** Bytes hashed since the pool was opened. */
  readonly bytes: number
  /** Hashes a batch. @throws WorkerCrash */
  hash(batch: HashBatch): Promise<HashReply>
  /** Lists folders. @throws WorkerCrash */
  scan(batch: ScanBatch): Promise<ScanReply>
  /** Gives up workers that got nowhere since the last call: their disk does not answer. Not for a paused pool. */
  giveUpStuck(): void
  /** The absolute path that some worker is reading now. */
  currentPath(): string | undefined
  pause(): void
  resume(): void
  /** Every worker answers after the buffer it is reading. */
  stop(): void
  /** Every thread is up and has nothing to do. */
  readonly isIdle: boolean
  /** Whether the threads keep the process from ending; they do until told otherwise. */
  stay(stays: boolean): void
  /** Ends the threads. Safe to call twice. */
  close(): void
}

/** More threads than this only make a disk seek. */
const MOST_WORKERS = 16
const HELD_PER_WORKER = 2
/** Threads that never came up, after which no more are tried. */
const MOST_STILLBORN = 3

/** One per core. */
const usualSize = (): number => Math.max(1, Math.min(availableParallelism(), MOST_WORKERS))

/** The one word that all workers watch. */
function createSwitch() {
  const command = new SharedArrayBuffer(4)
  const order = new Int32Array(command)
  const tell = (next: number) => {
    Atomics.store(order, 0, next)
    Atomics.notify(order, 0)
  }
  return { command, tell }
}

function readingNow({ held, at }: Member): string | undefined {
  const batch = held[0]?.batch
  return batch?.kind === 'hash' ? `${batch.root}/${pathsOf(batch)[at] ?? ''}` : undefined
}

/** Tells whether a member got nowhere since it was asked last. */
function createStuckCheck(): (member: Member) => boolean {
  const marks = new WeakMap<Member, string>()
  return (member) => {
    const mark = `${member.held[0]?.id ?? ''}/${member.at}/${member.bytes}`
    const isStuck = member.held.length > 0 && marks.get(member) === mark
    marks.set(member, mark)
    return isStuck
  }
}

const idlest = (members: readonly Member[]): Member | undefined =>
  members.reduce<Member | undefined>(
    (least, one) => (least && least.held.length <= one.held.length ? least : one),
    undefined,
  )

/** The threads and the batches that wait for them. */
function createCrew(url: URL, size: number, command: SharedArrayBuffer) {
  const queue: Waiting[] = []
  let stillborn = 0
  let lostBytes = 0
  let closed = false
  let stays = true

  const feed = (member: Member) => {
    while (member.held.length < HELD_PER_WORKER) {
      const next = queue.shift()
      if (!next) return
      member.give(next)
    }
  }
  const start = (): Member => startMember(url, command, feed, (dead) => bury(dead))
  const bury = (dead: Member, errno?: string) => {
    if (!members.includes(dead)) return
    lostBytes += dead.bytes
    if (!dead.wasReady && ++stillborn >= MOST_STILLBORN) return close()
    const [current, ...others] = dead.held
    queue.unshift(...others)
    const heir = start()
    heir.stay(stays)
    members = members.map((member) => (member === dead ? heir : member))
    feed(heir)
    current?.reject(new WorkerCrash(dead.at, errno))
  }
  const close = () => {
    closed = true
    const leaving = members.splice(0)
    for (const member of leaving) {
      lostBytes += member.bytes
      for (const waiting of member.held) waiting.reject(new WorkerCrash(null))
      member.end()
    }
    for (const waiting of queue.splice(0)) waiting.reject(new WorkerCrash(null))
  }
  const push = (waiting: Waiting) => {
    if (closed) return waiting.reject(new WorkerCrash(null))
    queue.push(waiting)
    const member = idlest(members)
    if (member) feed(member)
  }
  const stay = (next: boolean) => {
    stays = next
    for (const member of members) member.stay(next)
  }
  let members = Array.from({ length: size }, start)
  return {
    members: (): readonly Member[] => members,
    bytes: () => members.reduce((sum, member) => sum + member.bytes, lostBytes),
    push,
    bury,
    stay,
    close,
  }
}

/** Starts `size` threads at once; they come up while the caller reads its list. A thread that dies is replaced. */
export function openPool(url: URL, size: number = usualSize()): Pool {
  const { command, tell } = createSwitch()
  const crew = createCrew(url, Math.max(1, size), command)
  const isStuck = createStuckCheck()
  let lastId = 0
  const give = (batch: Batch) =>
    new Promise<Answer>((resolve, reject) => crew.push({ id: ++lastId, batch, resolve, reject }))
  return {
    size: Math.max(1, size),
    get bytes() {
      return crew.bytes()
    },
    hash: (batch) => give(batch) as Promise<HashReply>,
    scan: (batch) => give(batch) as Promise<ScanReply>,
    giveUpStuck() {
      for (const member of crew.members().filter(isStuck)) {
        crew.bury(member, 'ETIMEDOUT')
        member.end()
      }
    },
    currentPath: () =>
      crew
        .members()
        .map(readingNow)
        .find((path) => path !== undefined),
    pause: () => tell(Command.pause),
    resume: () => tell(Command.go),
    stop: () => tell(Command.stop),
    get isIdle() {
      const members = crew.members()
      return members.length > 0 && members.every(({ wasReady, held }) => wasReady && held.length === 0)
    },
    stay: crew.stay,
    close() {
      tell(Command.stop)
      crew.close()
    },
  }
}

import type { Algorithm } from '../list/index.ts'
import type { SharedMemory } from '../md5/index.ts'

/** What a part worker is started with. */
export interface PartWorkerData {
  memory: SharedMemory
}

/** What the main thread asks of the part worker about one digest in the making. Questions of one digest keep their order. */
export type PartQuestion = { digest: number } & (
  | { op: 'open'; algorithm: Algorithm }
  /** `length` bytes of the memory from `at` on. */
  | { op: 'update'; at: number; length: number }
  /** `hurry`: somebody waits for what was asked before. */
  | { op: 'reset' | 'hurry' | 'finish' | 'forget' }
)

export type PartRequest = PartQuestion & { id: number }

/** The worker's answer to `update` and `finish`; `digest` for the latter. */
export interface PartAnswer {
  id: number
  digest?: string
}

import type { Patience, ServerInfo } from './answer.ts'

/** What the thread is asked. */
export interface Question {
  id: number
  /** An IPv4 address or a hostname, and a port, both checked. */
  host: string
  port: number
  patience: Patience
}

/** What comes back from the thread: each datagram as it leaves, and at last the end of the question. */
export type FromThread = { id: number; sentBytes: number } | { id: number; receivedBytes: number; info?: ServerInfo }

/** A try may wait that many times for an answer: to a challenge, to the question, and to what some games need besides. */
export const LONGEST_TRY = 3

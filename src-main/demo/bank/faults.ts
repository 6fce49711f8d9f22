/**
 * How a transfer goes wrong.
 * - `reset-before-headers`: the connection is cut before the bank looked at it
 * - `reset-after-read`: cut after the whole request was read, not executed
 * - `reset-after-execute`: executed, then cut without an answer
 * - `wait`, `wait-after-execute`: no answer, ever
 * - `500`, `500-after-execute`: an error page
 * - `cut-answer-after-execute`: executed, half of the answer
 * - `no-words-after-execute`: executed, and a page that does not say so
 * - `executed-late`: no answer, and executed only once nobody waits for one any more
 * - `419`: the form token has expired, not executed
 * - `expired`: the session is over, not executed
 */
export const transferFaults = [
  'reset-before-headers',
  'reset-after-read',
  'reset-after-execute',
  'wait',
  'wait-after-execute',
  '500',
  '500-after-execute',
  'cut-answer-after-execute',
  'no-words-after-execute',
  'executed-late',
  '419',
  'expired',
] as const
export type TransferFault = (typeof transferFaults)[number]

/** True when the money moves in spite of the fault. */
export const executes = (fault: TransferFault | undefined): boolean => fault === undefined || fault.endsWith('execute')

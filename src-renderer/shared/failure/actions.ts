import type { FailureCode } from '../../../src-preload/contract/failure.ts'

/** What a player can do about a failure. Each has a label `failures.action.<action>`. */
export type FailureAction = 'none' | 'retry' | 'open-log' | 'choose-profile'

/** The action of every code; a code without one does not compile. Its sentence is the message `failures.<code>`. */
export const failureActions: Record<FailureCode, FailureAction> = {
  cancelled: 'none',
  'bad-request': 'open-log',
  forbidden: 'none',
  bug: 'open-log',
  'profile-invalid': 'choose-profile',
  'settings-not-saved': 'retry',
  offline: 'retry',
  dns: 'retry',
  tls: 'retry',
  timeout: 'retry',
  'connection-lost': 'retry',
  'http-status': 'retry',
  'redirect-refused': 'open-log',
  'not-json': 'retry',
  'wrong-shape': 'retry',
  'too-large': 'open-log',
  gone: 'none',
}

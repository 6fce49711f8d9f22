import type { FailureCode } from '../../../src-preload/contract/failure.ts'
import type { Place } from '../router/index.ts'

/** The screens where a player can solve a failure, by action. */
export const actionPlaces = {
  'choose-profile': { screen: 'settings', params: { tab: 'communities' } },
  'to-mods': { screen: 'mods', params: {} },
  'to-quarantine': { screen: 'mods', params: { tab: 'quarantine' } },
  'to-player': { screen: 'player', params: {} },
  'to-bank': { screen: 'bank', params: {} },
  'to-servers': { screen: 'servers', params: {} },
  'to-support': { screen: 'settings', params: { tab: 'support' } },
} satisfies Record<string, Place>

/** Actions that the caller does by its retry: the same again, or a look at the present state. */
const again = ['retry', 'look-again'] as const
export type AgainAction = (typeof again)[number]
export const isAgain = (action: FailureAction): action is AgainAction => again.some((one) => one === action)

/** Actions that main or the page does without another screen. */
export type DeedAction = 'open-log' | 'copy-details' | 'choose-game' | 'game-closed' | 'get-voice-client' | 'restart'

/**
 * What a player can do about a failure, with the label `failures.action.<action>`. If nothing helps, it is `copy-details`, for
 * somebody who can help.
 */
export type FailureAction = AgainAction | DeedAction | keyof typeof actionPlaces

/** The action of every code. TypeScript rejects a code without one. Its sentence is the message `failures.<code>`. */
export const failureActions: Record<FailureCode, FailureAction> = {
  cancelled: 'retry',
  'question-open': 'retry',
  'bad-request': 'open-log',
  forbidden: 'copy-details',
  bug: 'open-log',
  'work-ended': 'open-log',
  'profile-invalid': 'choose-profile',
  'update-while-busy': 'retry',
  'switch-while-busy': 'retry',
  'sandbox-refused': 'open-log',
  'no-crash-log': 'retry',
  'crash-log-unreadable': 'retry',
  'log-folder-not-opened': 'to-support',
  'part-not-opened': 'restart',
  'profile-unreachable': 'retry',
  'file-not-saved': 'retry',
  'community-not-removable': 'choose-profile',
  'settings-not-saved': 'retry',
  'mod-not-checkable': 'copy-details',
  'mod-busy': 'retry',
  'problems-unreadable': 'retry',
  'game-dir-not-chosen': 'choose-game',
  'game-dir-unusable': 'choose-game',
  offline: 'retry',
  dns: 'retry',
  tls: 'retry',
  timeout: 'retry',
  'connection-lost': 'retry',
  'http-status': 'retry',
  'redirect-refused': 'open-log',
  'not-json': 'retry',
  'wrong-shape': 'retry',
  unreadable: 'retry',
  'too-large': 'open-log',
  gone: 'retry',
  'game-not-found': 'choose-game',
  'game-incomplete': 'choose-game',
  'game-folder-refused': 'choose-game',
  'wrong-install': 'choose-game',
  'steam-not-found': 'retry',
  'game-running': 'retry',
  'game-starting': 'retry',
  'mods-not-ready': 'to-mods',
  'mods-unchecked': 'retry',
  'server-gone': 'to-servers',
  'servers-unknown': 'retry',
  'server-offline': 'retry',
  'server-full': 'retry',
  'own-mods-kick': 'retry',
  'server-field-refused': 'copy-details',
  'voice-client-missing': 'get-voice-client',
  'voice-not-known': 'copy-details',
  'voice-plugin-refused': 'retry',
  'game-not-started': 'retry',
  'game-not-seen': 'retry',
  'parameters-not-written': 'retry',
  'mods-folder-refused': 'retry',
  'missions-none': 'retry',
  'missions-kept': 'retry',
  'link-refused': 'copy-details',
  'link-not-opened': 'retry',
  'keychain-unavailable': 'retry',
  'secret-wrong': 'to-player',
  'player-signed-out': 'to-player',
  'money-locked': 'to-bank',
  'lock-needs-pin': 'to-bank',
  'lock-refused': 'retry',
  'bank-none': 'choose-profile',
  'bank-signed-out': 'to-bank',
  'bank-unreachable': 'retry',
  'bank-answer-unusable': 'retry',
  'bank-cookie-name': 'retry',
  'bank-needs-player': 'to-player',
  'bank-no-account': 'look-again',
  'transfer-invalid': 'to-bank',
  'transfer-draft-gone': 'look-again',
  'transfer-outdated': 'look-again',
  'transfer-listed': 'to-bank',
  'transfer-blocked': 'to-bank',
  'journal-not-written': 'open-log',
  'book-not-written': 'retry',
  'mods-move-refused': 'to-mods',
  'mods-move-stuck': 'retry',
  'repair-plan-gone': 'look-again',
  'repair-busy': 'retry',
  'repair-disk-full': 'to-quarantine',
  'repair-not-checked': 'to-mods',
  'game-unseen': 'game-closed',
  'undo-while-playing': 'retry',
  'quarantine-gone': 'look-again',
  'quarantine-blocked': 'retry',
  'quarantine-stuck': 'retry',
}

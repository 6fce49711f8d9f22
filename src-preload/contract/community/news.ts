import { endpoint, type Instant } from './reading.ts'

/** The launcher's notification. */
export interface Notification {
  /** May contain HTML: sanitise before showing. */
  html: string
  active: boolean
}

export type ChangeMark = 'added' | 'changed' | 'fixed' | 'removed' | 'other'

export interface ChangeLine {
  mark: ChangeMark
  /** Without the word of the mark. May contain HTML: sanitise before showing. */
  text: string
}

export interface Changelog {
  id: number
  version: string
  mission: ChangeLine[]
  map: ChangeLine[]
  mod: ChangeLine[]
  /** May contain HTML: sanitise before showing. `''` if there is none. */
  note: string
  active: boolean
  /** The download's size in the service's words. */
  size: string | null
  releaseAt: Instant
  createdAt: Instant
  updatedAt: Instant
}

export const newsEndpoints = {
  notification: endpoint<Notification>(),
  changelog: endpoint<Changelog[]>(),
}

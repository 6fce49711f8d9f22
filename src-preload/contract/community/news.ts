import { endpoint, type Instant } from './reading.ts'

/** The launcher's notification. */
export interface Notification {
  /** May hold HTML: sanitise before showing. */
  html: string
  active: boolean
}

export type ChangeMark = 'added' | 'changed' | 'fixed' | 'removed' | 'other'

/** One line of a changelog; `text` is without the mark's own word. */
export interface ChangeLine {
  mark: ChangeMark
  /** May hold HTML: sanitise before showing. */
  text: string
}

export interface Changelog {
  id: number
  version: string
  mission: ChangeLine[]
  map: ChangeLine[]
  mod: ChangeLine[]
  /** May hold HTML; `''` if none. */
  note: string
  active: boolean
  /** The download's size as the service words it. */
  size: string | null
  /** When the update goes live. */
  releaseAt: Instant
  createdAt: Instant
  updatedAt: Instant
}

export const newsEndpoints = {
  notification: endpoint<Notification>(),
  changelog: endpoint<Changelog[]>(),
}

import { contract } from '../../../src-preload/contract/index.ts'
import { createClient } from './client.ts'
import type { Main } from './index.ts'

/** The page's client. It snapshots all page state, because a rune proxy cannot be cloned. */
export const createPageClient = (): Main =>
  createClient(contract, window.loadout, (value) => $state.snapshot(value) as never)

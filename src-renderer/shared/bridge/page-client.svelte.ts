import { contract } from '../../../src-preload/contract/index.ts'
import { createClient } from './client.ts'
import type { Main } from './index.ts'

/**
 * The page's one client. Page state is snapshotted here, once: a rune proxy cannot be cloned. Made behind the first picture,
 * since answering what it asks has main open its modules.
 */
export const createPageClient = (): Main =>
  createClient(contract, window.loadout, (value) => $state.snapshot(value) as never)

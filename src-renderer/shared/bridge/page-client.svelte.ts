import { contract } from '../../../src-preload/contract/index.ts'
import { createClient } from './client.ts'
import { firstPicture } from './first-picture.ts'
import type { Main } from './index.ts'

/**
 * The page's one client. Page state is snapshotted here, once: a rune proxy cannot be cloned. Questions wait for the first
 * picture, since answering them has main open its rooms.
 */
export const createPageClient = (): Main =>
  createClient(contract, window.loadout, (value) => $state.snapshot(value) as never, firstPicture())

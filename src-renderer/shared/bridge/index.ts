import { createContext } from 'svelte'
import type { contract } from '../../../src-preload/contract/index.ts'
import type { Client } from '../../../src-preload/contract/members.ts'

export { createClient } from './client.ts'

/** Main, as the page sees it. */
export type Main = Client<typeof contract>

/** Hands main a file that the player dropped or picked; its number is what main's members take. */
export const handOver = (file: File): Promise<number> => window.loadout.handOver(file)

/** The bridge for rune classes; a component gets it from context once, at its top, and hands it to its rune class. */
export const [useMain, provideMain] = createContext<Main>()

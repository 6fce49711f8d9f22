import { createContext } from 'svelte'
import type { contract } from '../../../src-preload/contract/index.ts'
import type { Client } from '../../../src-preload/contract/members.ts'

export { createClient } from './client.ts'

/** Main's contract as a client. */
export type Main = Client<typeof contract>

/** Passes a file that the player dropped or picked to main. Main's members take its number. */
export const handOver = (file: File): Promise<number> => window.loadout.handOver(file)

/** At a component's top: the bridge, which the component passes to its rune classes. */
export const [useMain, provideMain] = createContext<Main>()

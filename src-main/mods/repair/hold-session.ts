import { lockToo } from './mod-lock.ts'
import type { RepairNeeds } from './needs.ts'
import { ownerOf } from './owner.ts'
import type { RepairRoom } from './room.ts'
import type { SessionHead } from './session-shape.ts'

/** A session's mod, and the way to let go of it; undefined where something else works on the mod, here or in another process. */
export interface HeldSession {
  modId: number
  modName: string
  letGo: (() => void) | undefined
}

/** Takes the mod of a session, so that nothing else works on its files or on what is kept of them. */
export async function holdSession(
  room: Pick<RepairRoom, 'states'>,
  needs: RepairNeeds,
  gameDir: string,
  head: SessionHead,
): Promise<HeldSession> {
  const { modId, modName } = ownerOf(needs, head) ?? head
  const busy = room.states.some(
    (state) => state.modId === modId && ['fetching', 'paused', 'checking'].includes(state.phase),
  )
  const free = busy ? undefined : await needs.hold(modId)
  return { modId, modName, letGo: free && (await lockToo(free, gameDir, head.modFolder)) }
}

import { holdSession } from './hold-session.ts'
import type { RepairNeeds } from './needs.ts'
import { emptySession } from './quarantine.ts'
import type { RepairRoom } from './room.ts'
import { listSessions, readSession } from './session.ts'

const DAY_MS = 86_400_000

/**
 * Gives up what is older than the player set. Unfinished repairs are left alone, and so is for now what somebody works on: it may be
 * just being brought back.
 * @param days 0 keeps everything, and is the standard
 */
export async function sweepQuarantine(
  room: Pick<RepairRoom, 'states'>,
  needs: RepairNeeds,
  days: number,
  now: Date,
): Promise<void> {
  const { disk } = needs
  const gameDir = needs.gameDir()
  if (days <= 0 || gameDir === undefined) return
  for (const id of await listSessions(disk, gameDir)) {
    const session = await readSession(disk, gameDir, id)
    if (!session?.did.some(({ w }) => w === 'end')) continue
    const age = now.getTime() - Date.parse(session.head.startedAt)
    if (age <= days * DAY_MS) continue
    const { letGo } = await holdSession(room, needs, gameDir, session.head)
    if (!letGo) continue
    await emptySession(disk, gameDir, id).finally(letGo)
  }
}

import type { Disk } from './disk.ts'
import { emptySession } from './quarantine.ts'
import { listSessions, readSession } from './session.ts'

const DAY_MS = 86_400_000

/**
 * Gives up what is older than the player set. Unfinished repairs are left alone.
 * @param days 0 keeps everything, and is the standard
 */
export async function sweepQuarantine(disk: Disk, gameDir: string, days: number, now: Date): Promise<void> {
  if (days <= 0) return
  for (const id of await listSessions(disk, gameDir)) {
    const session = await readSession(disk, gameDir, id)
    if (!session?.did.some(({ w }) => w === 'end')) continue
    const age = now.getTime() - Date.parse(session.head.startedAt)
    if (age > days * DAY_MS) await emptySession(disk, gameDir, id)
  }
}

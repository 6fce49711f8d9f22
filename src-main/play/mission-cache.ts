import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { Proposal, Question } from '../../src-preload/contract/player-act.ts'
import { errnoOf } from '../lib/index.ts'
import { type GameLook, mustBeClosed } from './game-watch.ts'

/** A folder in the game's data with missions from servers. The game downloads them again when it needs them. */
const CACHE = 'MPMissionsCache'
const MISSION = /\.pbo$/i

export interface MissionCacheParts {
  /** Folders in which the game may keep its data, absolute. */
  dataFolders(): readonly string[]
  trash(path: string): Promise<void>
}

type QuestionProposal = Extract<Proposal<number>, { question: Question }>

/** The missions in a folder, without links. A folder that is a link has none. */
async function missionsIn(folder: string): Promise<{ path: string; bytes: number }[]> {
  const isFolder = await lstat(folder).then(
    (info) => info.isDirectory(),
    () => false,
  )
  const names = isFolder ? await readdir(folder).catch(() => []) : []
  const found = names
    .filter((name) => MISSION.test(name))
    .map(async (name) => {
      const path = join(folder, name)
      const info = await lstat(path).catch(() => undefined)
      return info?.isFile() ? [{ path, bytes: info.size }] : []
    })
  return (await Promise.all(found)).flat()
}

/**
 * Proposes to move the game's cached missions to the trash. The answer is the number of moved files.
 * @throws Failure `game-running`, `game-unseen`, `missions-none`, `missions-kept`
 */
export async function clearMissions(
  { dataFolders, trash }: MissionCacheParts,
  game: GameLook,
): Promise<QuestionProposal> {
  await mustBeClosed(game) // it keeps its mission's file open
  const caches = dataFolders().map((folder) => join(folder, CACHE))
  const found = await Promise.all(caches.map(missionsIn))
  const missions = found.flat()
  if (missions.length === 0) throw new Failure('missions-none', {})
  const bytes = missions.reduce((sum, mission) => sum + mission.bytes, 0)
  const folder = caches.filter((_cache, at) => found[at]?.length).join('\n')
  return {
    question: { kind: 'clear-missions', files: missions.length, bytes, folder },
    async yes() {
      await mustBeClosed(game)
      for (const { path } of missions) {
        await trash(path).catch((error: unknown) => {
          throw new Failure('missions-kept', { folder, errno: errnoOf(error) || 'unknown' })
        })
      }
      return missions.length
    },
  }
}

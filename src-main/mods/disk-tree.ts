import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { breather } from './breathe.ts'
import { isCaseSensitive } from './case-probe.ts'
import { foldKey } from './fold.ts'
import { WorkerCrash, type Pool } from './pool.ts'
import { Kind, STAT_FIELDS, type ScanBatch, type ScannedFolder, type ScanReply } from './worker/protocol.ts'

/** Where a file's stat stands: {@link STAT_FIELDS} numbers from `at` on. */
export interface StatPlace {
  stats: BigInt64Array
  at: number
}

export interface DiskEntry {
  /** Below the game folder, forward slashes, as the disk spells it. */
  path: string
  /** One of {@link Kind}. */
  kind: number
  /** Where a link leads (below the game folder), or the errno of a broken one. */
  note: string
  /** Present for files if the scan asked for stats. */
  stat: StatPlace | undefined
}

/** What is on disk below a mod's folder. */
export interface DiskTree {
  /** Name of the mod's folder as the disk spells it; undefined if there is none. */
  modFolder: string | undefined
  /** Whether two mod folders could differ by case only. */
  gameDirCaseSensitive: boolean
  /** By path below the game folder. */
  entries: Map<string, DiskEntry>
  folders: Map<string, Pick<ScannedFolder, 'error' | 'caseSensitive'>>
}

/** Finds the mod's folder in the game folder: as spelled, else one that differs only by case. */
async function findModFolder(
  gameDir: string,
  name: string,
): Promise<Pick<DiskTree, 'modFolder' | 'gameDirCaseSensitive'>> {
  const names = await readdir(gameDir)
  const key = foldKey(name)
  const modFolder = names.includes(name) ? name : names.find((one) => foldKey(one) === key)
  return { modFolder, gameDirCaseSensitive: modFolder === undefined || isCaseSensitive(gameDir, names, modFolder) }
}

function addFolder(tree: DiskTree, modFolder: string, folder: ScannedFolder): void {
  const path = folder.path === '' ? modFolder : `${modFolder}/${folder.path}`
  tree.folders.set(path, { error: folder.error, caseSensitive: folder.caseSensitive })
  const { names, kinds, stats, notes } = folder
  for (let at = 0; at < names.length; at++) {
    const kind = kinds[at] ?? Kind.other
    const own = `${path}/${names[at] ?? ''}`
    const said = notes[at] ?? ''
    const note = kind === Kind.link ? (said === '' ? modFolder : `${modFolder}/${said}`) : said
    const stat = kind === Kind.file && stats.length > 0 ? { stats, at: at * STAT_FIELDS } : undefined
    tree.entries.set(own, { path: own, kind, note, stat })
  }
}

/** A worker that dies while it lists folders gets one more chance. */
async function scanOnce(pool: Pool, batch: ScanBatch): Promise<ScanReply> {
  try {
    return await pool.scan(batch)
  } catch (error) {
    if (error instanceof WorkerCrash && error.at !== null) return pool.scan(batch)
    throw error
  }
}

async function scanAll(pool: Pool, tree: DiskTree, gameDir: string, modFolder: string, stats: boolean): Promise<void> {
  const root = join(gameDir, modFolder)
  const realRoot = await realpath(root)
  const breathe = breather()
  const walk = async (folders: string[]): Promise<void> => {
    const reply = await scanOnce(pool, { kind: 'scan', root, realRoot, folders, stats })
    const share = Math.ceil(reply.rest.length / pool.size)
    const walks: Promise<void>[] = []
    for (let at = 0; at < reply.rest.length; at += share) walks.push(walk(reply.rest.slice(at, at + share)))
    for (const folder of reply.folders) {
      addFolder(tree, modFolder, folder)
      await breathe()
    }
    await Promise.all(walks)
  }
  await walk([''])
}

/**
 * Lists everything below the mod's folder, without following links.
 * @param stats whether files are stat'ed (a quick check, or one that goes on after a break)
 * @throws an errno error when the game folder cannot be listed, `WorkerCrash`
 */
export async function scanDisk(pool: Pool, gameDir: string, name: string, stats: boolean): Promise<DiskTree> {
  const tree: DiskTree = { ...(await findModFolder(gameDir, name)), entries: new Map(), folders: new Map() }
  if (tree.modFolder === undefined) return tree
  try {
    await scanAll(pool, tree, gameDir, tree.modFolder, stats)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    tree.folders.set(tree.modFolder, { error: code, caseSensitive: true })
  }
  return tree
}

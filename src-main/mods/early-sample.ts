import type { CheckInput } from './check.ts'
import { hashFiles, type OnHashed, type PauseGate } from './hash-files.ts'
import type { ListedFile } from './hash-list.ts'
import { asListed, type FileToCheck, type SealedFiles } from './plan.ts'
import { drawSample } from './sample.ts'

/** A sealed folder's file as one to check. It takes no place among the others: what is known of it stays as it is. */
export const sealedFile = (entry: ListedFile): FileToCheck => asListed(entry, -1)

/** A quick check's sample that was hashed while the disk was still looked at. */
export interface EarlySample {
  /** What it was drawn of, taken to be unchanged. */
  of: SealedFiles
  count: number
  /** Tells all of them once they are hashed. */
  tell(onHashed: OnHashed): Promise<void>
}

/** Draws and hashes the sample of a mod that seems to be unchanged, so that nothing is left to do once that is known. */
export async function hashEarly(
  { kept, random, pool, gameDir, signal }: CheckInput,
  gate: PauseGate,
): Promise<EarlySample | undefined> {
  const of = await kept?.()
  if (!of) return undefined
  const files = drawSample(of.count, of.size, random).map((at) => sealedFile(of.file(at)))
  const told: Parameters<OnHashed>[] = []
  const onHashed: OnHashed = (...hashed) => void told.push(hashed)
  const done = hashFiles(files, { pool, gameDir, gate, signal, wantsStats: true, onHashed, onBatch: () => undefined })
  done.catch(() => undefined) // nobody waits for it where something has changed after all
  return {
    of,
    count: files.length,
    async tell(hear) {
      await done
      for (const hashed of told) hear(...hashed)
    },
  }
}

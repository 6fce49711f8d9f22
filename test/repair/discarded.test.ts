import { expect, it } from 'vitest'
import type { ModUpdate } from '../../src-preload/contract/repair.ts'
import { Ahead, type AheadNeeds } from '../../src-main/mods/repair/ahead.ts'
import { tempDir } from '../support/temp.ts'

const update = (modId: number) => ({ modId, version: 'v2', fetchBytes: 1 }) as ModUpdate

/** A run of the app: `here` are the mods that were fetched ahead before it, `half` those of which only a part was. */
function open(
  dataDir: string,
  updates: ModUpdate[],
  here: number[] = [],
  during = () => Promise.resolve(),
  half: number[] = [],
) {
  const prepared: number[] = []
  const service = {
    prepare: (modId: number) => (prepared.push(modId), during().then(() => 'stopped' as const)),
    prepared: (least = 'all') =>
      Promise.resolve(new Map([...here, ...(least === 'some' ? half : [])].map((id) => [id, 'v2']))),
    onGivenUp: () => () => undefined,
    stopAhead: () => Promise.resolve(),
    discardAhead: () => Promise.resolve(),
  }
  const needs: AheadNeeds = {
    lists: { updates, onUpdates: () => () => undefined, change: () => Promise.resolve(null) },
    dataDir,
    log: (line) => expect(line).toBe(''),
    mayBegin: () => true,
    isMetered: () => Promise.resolve(false),
    after: () => () => undefined,
    check: () => Promise.resolve({ trusted: true } as never),
    service,
    failed: (_, error) => expect(error).toBeUndefined(),
  }
  return { ahead: new Ahead(needs), prepared }
}

it('what the player discarded stays discarded when they discard another', async () => {
  const dataDir = tempDir()
  await open(dataDir, [update(1)], [1]).ahead.discard()
  await open(dataDir, [update(2)], [2]).ahead.discard() // the list of the first is not read yet in this run
  const { ahead, prepared } = open(dataDir, [update(1), update(2)])
  await ahead.look()
  expect(prepared).toEqual([])
})

it('only an update that was fetched ahead, or is being fetched, counts as discarded', async () => {
  const dataDir = tempDir()
  const updates = [update(1), update(2), update(3)]
  const first = open(dataDir, updates, [1], () => first.ahead.discard().then(() => void (updates.length = 2)))
  await first.ahead.look()
  expect(first.prepared).toEqual([2])
  const { ahead, prepared } = open(dataDir, [update(1), update(2), update(3)])
  await ahead.look()
  expect(prepared).toEqual([3])
})

it('an update that is here in part counts as discarded, too', async () => {
  const { ahead, prepared } = open(tempDir(), [update(1), update(2)], [], () => Promise.resolve(), [2])
  await ahead.discard()
  await ahead.look()
  expect(prepared).toEqual([1])
})

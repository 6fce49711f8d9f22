import type { RepairCause, RepairProgress } from '../../../src-preload/contract/repair.ts'
import type { Step } from './session-shape.ts'

/** Counts how far a repair is. */
export interface Meter {
  /** `path` has this many bytes now; `moved` of them came over the line just now. */
  bytes(path: string, bytes: number, moved: number): void
  begin(path: string): void
  end(path: string, well: boolean): void
  retrying(path: string, cause: RepairCause): void
  /** Bytes that came over the line in all. */
  readonly movedBytes: number
  progress(): RepairProgress
}

const WINDOW_MS = 5_000
const SLOT_MS = 250

/** What the plan says is to be fetched; a new spelling moves no bytes. */
const sizeOf = (step: Step): number => (step.do === 'fetch' ? (step.size ?? 0) : 0)

/** The rate over the last seconds, from a ring of short slots. */
function createRate(now: () => number) {
  const slots: { at: number; bytes: number }[] = []
  const trim = () => {
    while (slots[0] && slots[0].at < now() - WINDOW_MS) slots.shift()
  }
  return {
    add(bytes: number) {
      const at = now()
      const last = slots.at(-1)
      if (last && at - last.at < SLOT_MS) last.bytes += bytes
      else slots.push({ at, bytes })
      trim()
    },
    perSecond(): number {
      trim()
      const first = slots[0]
      const span = first ? Math.max(now() - first.at, SLOT_MS) : 0
      return span > 0 ? Math.round((slots.reduce((sum, slot) => sum + slot.bytes, 0) / span) * 1000) : 0
    },
  }
}

/** A meter for the steps of one run. `now` in milliseconds. */
export function createMeter(steps: readonly Step[], now: () => number): Meter {
  const sizes = new Map(steps.map((step) => [step.path as string, sizeOf(step)]))
  const inWork = new Map<string, number>()
  const rate = createRate(now)
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  let doneBytes = 0
  let filesDone = 0
  let moved = 0
  let trouble: RepairProgress['retrying'] = null
  return {
    get movedBytes() {
      return moved
    },
    begin: (path) => void inWork.set(path, 0),
    bytes(path, bytes, came) {
      inWork.set(path, bytes)
      moved += came
      if (came > 0) rate.add(came)
      if (came > 0 && trouble?.path === path) trouble = null
    },
    end(path, well) {
      inWork.delete(path)
      if (trouble?.path === path) trouble = null
      if (well) filesDone++
      doneBytes += sizes.get(path) ?? 0
    },
    retrying: (path, cause) => void (trouble = { path, cause }),
    progress() {
      const bytesDone = Math.min(total, doneBytes + [...inWork.values()].reduce((sum, bytes) => sum + bytes, 0))
      const bytesPerSecond = rate.perSecond()
      const secondsLeft = bytesPerSecond > 0 ? Math.ceil((total - bytesDone) / bytesPerSecond) : null
      const current = [...inWork.keys()]
      return {
        filesDone,
        files: steps.length,
        bytesDone,
        bytes: total,
        bytesPerSecond,
        secondsLeft,
        current,
        retrying: trouble,
      }
    },
  }
}

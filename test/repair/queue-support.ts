import type { RepairQueue } from '../../src-main/mods/repair/queue.ts'

/** Each mod of a queue with its state. */
export const states = ({ view }: RepairQueue) => view.mods.map(({ modId, state }) => `${modId} ${state}`)

/** Settles once the queue is like this. */
export const until = (queue: RepairQueue, like: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (!like()) return
      leave()
      resolve()
    }
    const leave = queue.onChange(look)
    look()
  })
export const empties = (queue: RepairQueue) => until(queue, () => queue.view.mods.length === 0)

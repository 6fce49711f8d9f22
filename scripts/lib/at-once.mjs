/**
 * Runs tasks in their order, at most `limit` at a time, and returns their results in that order. The first task that
 * throws ends the run.
 *
 * @template T
 * @param {number} limit
 * @param {(() => Promise<T>)[]} tasks
 * @returns {Promise<T[]>}
 */
export async function atOnce(limit, tasks) {
  const results = []
  let next = 0
  const worker = async () => {
    while (next < tasks.length) {
      const index = next++
      results[index] = await tasks[index]()
    }
  }
  await Promise.all(Array.from({ length: limit }, worker))
  return results
}

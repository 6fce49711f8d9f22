// Loaded before a program: from the first interrupt on, nothing is written to a file any more, and what waits for that never ends.
import { promises } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const handle = await promises.open(process.execPath)
const files = Object.getPrototypeOf(handle)
await handle.close()
/** Files whose writing never ends stay in use: a handle that nobody holds is closed by the garbage collection, with a warning. */
const held = []
function never() {
  held.push(this)
  return new Promise(() => setInterval(() => undefined, 60_000))
}
if (isMainThread) process.once('SIGINT', () => Object.assign(files, { write: never, appendFile: never }))

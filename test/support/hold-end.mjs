// Loaded before a program: from the first interrupt on, no file is written or closed any more, and what waits for that never ends.
import { promises } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/** All files that were opened. Held here, because a handle that nobody holds is closed by the garbage collection, with a warning. */
const opened = []
const never = () => new Promise(() => setInterval(() => undefined, 60_000))

if (isMainThread) {
  const { open } = promises
  promises.open = async (...words) => {
    const file = await open(...words)
    opened.push(file)
    return file
  }
  syncBuiltinESMExports()
  process.once('SIGINT', () => {
    for (const file of opened) Object.assign(file, { write: never, appendFile: never, close: never })
  })
}

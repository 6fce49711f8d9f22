// Loaded before a program: writes what still holds its process when it ends to the file TELL_HANDLES_TO.
import { writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

if (isMainThread)
  process.on('exit', () => writeFileSync(process.env.TELL_HANDLES_TO, JSON.stringify(process.getActiveResourcesInfo())))

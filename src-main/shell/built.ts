import { app } from 'electron'
import { join } from 'node:path'

/** Absolute path of a file that the build made: `main/hash-worker.js`. Not told from where this code lies, since the build cuts main into pieces as it likes. */
export const builtPath = (name: string): string => join(app.getAppPath(), 'out', name)

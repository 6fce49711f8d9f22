// Tested in Electron: package.spec.ts
import { app } from 'electron'
import { join } from 'node:path'

/** Absolute path of a file that the build made, such as `main/hash-worker.js`. Bundled code cannot find it from its own place. */
export const builtPath = (name: string): string => join(app.getAppPath(), 'out', name)

/** Absolute path of a picture of resources/icons. */
export const iconPath = (name: string): string => join(app.getAppPath(), 'resources/icons', name)

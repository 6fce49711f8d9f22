import { app } from 'electron'
import type { About } from '../../src-preload/contract/shell.ts'

/** Which app this is, and on what it runs. */
export const aboutApp = (): About => ({
  version: app.getVersion(),
  electron: process.versions.electron,
  chromium: process.versions.chrome,
  node: process.versions.node,
  system: `${process.platform} ${process.arch}`,
})

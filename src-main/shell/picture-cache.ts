// Tested in Electron: pictures.spec.ts
import { app } from 'electron'

/** Some thousand pictures, or all of a map's tiles but the nearest. */
const MOST_BYTES = 100 * 1024 * 1024

/**
 * Bounds what Chromium keeps of pictures on disk, which would grow with the disk's free space. What was not shown for longest goes first.
 * Must run before `ready`.
 */
export const boundPictures = (): void => app.commandLine.appendSwitch('disk-cache-size', String(MOST_BYTES))

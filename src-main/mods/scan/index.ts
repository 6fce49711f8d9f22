export { createLocator, type Located } from './locate.ts'
export { type DiskEntry, type DiskFolder, type DiskTree, mustBeThere, pathOf, scanDisk } from './scan.ts'

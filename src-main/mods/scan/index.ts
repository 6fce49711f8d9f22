export { createLocator, type Located } from './locate.ts'
export { type DiskEntry, type DiskFolder, type DiskTree, pathOf, scanDisk } from './scan.ts'

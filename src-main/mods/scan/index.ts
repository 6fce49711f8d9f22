export { createLocator, type Located } from './locate.ts'
export { findSignatureFaults, type SignatureFaults, type SignatureRule } from './signatures.ts'
export { type DiskEntry, type DiskFolder, type DiskTree, mustBeThere, pathOf, scanDisk } from './scan.ts'

export { asUnusable, isGameDirGone, orUnusable } from './game-dir.ts'
export { type FileStat, fileStat, isSettled, type NotRead, OpenFile, READ_FLAGS } from './open-file.ts'

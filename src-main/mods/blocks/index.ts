export { type BlockListFile, blockListPath, FETCHED, layoutOf, type Pieces, writeBlockList } from './block-list.ts'
export { findBlocks, type Search } from './find-blocks.ts'

export { type BlockListFile, blockListPath, layoutOf, writeBlockList } from './block-list.ts'
export { FETCHED, findBlocks, type Pieces, type Search } from './find-blocks.ts'

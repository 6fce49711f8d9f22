export {
  type BlockListFile,
  blockListPath,
  FETCHED,
  layoutOf,
  type Pieces,
  type Search,
  writeBlockList,
} from './block-list.ts'
export { findBlocks } from './find-blocks.ts'

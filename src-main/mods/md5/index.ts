export { shareMemory, type SharedMemory } from '../wasm/engine.ts'
export { createMd5Lanes, MOST_LANES, RESERVED, type Feed, type Md5Lanes, type Md5Stream } from './lanes.ts'

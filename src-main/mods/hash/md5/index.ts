export { type Message, Md5Lanes } from './lanes.ts'

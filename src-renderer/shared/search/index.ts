export { rank, type SearchEntry } from './rank.ts'

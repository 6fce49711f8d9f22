export { rank, type SearchEntry } from './rank.ts'
export { search } from './search.ts'

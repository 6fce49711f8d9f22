export { getBytes, HttpClient, type HttpOptions } from './client.ts'
export { networkFailure, reasonOf, type Timeouts } from './failures.ts'
export type { GetOptions, HttpAnswer, Validators } from './request.ts'

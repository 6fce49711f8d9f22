export { getBytes, HttpClient, type HttpOptions } from './client.ts'
export { type RawAnswer, get, Connections } from './exchange.ts'
export { hasNetwork, isOfCertificate, networkFailure, reasonOf, type Timeouts } from './failures.ts'
export { type GetOptions, type HttpAnswer, unpack, type Validators } from './request.ts'

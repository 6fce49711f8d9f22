import { createHash } from 'node:crypto'
import type { DemoRoute } from './route.ts'

/** Serves mod files below `/files/`, whole or from the byte on that is asked for. `find`: by their path with forward slashes. */
export const filesRoute =
  (find: (path: string) => Uint8Array | undefined): DemoRoute =>
  ({ method, segments: [first, ...path], headers }) => {
    const bytes = first === 'files' && (method === 'GET' || method === 'HEAD') ? find(path.join('/')) : undefined
    if (!bytes) return undefined
    const etag = `"${createHash('sha1').update(bytes).digest('hex').slice(0, 20)}"`
    const told = { 'content-type': 'application/octet-stream', etag, 'accept-ranges': 'bytes' }
    const asked = /^bytes=(\d+)-$/.exec(headers.range ?? '')
    if (!asked || (headers['if-range'] ?? etag) !== etag) return { headers: told, body: bytes }
    const from = Number(asked[1])
    const size = bytes.length
    if (from >= size) return { status: 416, headers: { 'content-range': `bytes */${size}` }, body: '' }
    const range = { 'content-range': `bytes ${from}-${size - 1}/${size}` }
    return { status: 206, headers: { ...told, ...range }, body: bytes.subarray(from) }
  }

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type DemoAnswer, type DemoRequest, type DemoRoute, notFound } from './route.ts'

export interface ServeOptions {
  now: () => Date
  /** Tried one after the other. An early request waits for them. */
  routes: () => Promise<readonly DemoRoute[]>
}

const HOST = '127.0.0.1'
const MAX_BODY = 1 << 20

/** Opens a service on a loopback port. Its address exists before its routes. */
export async function serve({ now, routes }: ServeOptions) {
  let origin = ''

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/', headers } = request
    const [path = '/'] = url.split('?', 1)
    const body = await readBody(request)
    const seen: DemoRequest = {
      method,
      path,
      segments: segmentsOf(path),
      headers,
      body,
      now: now(),
      origin,
    }
    const answer = await firstAnswer(await routes(), seen)
    if ('raw' in answer) return answer.raw(request, response)
    sendAnswer(answer, response)
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined) // the client is gone
    handle(request, response).catch((error: unknown) => {
      console.error('demo service:', error)
      response.destroy()
    })
  })
  server.listen(0, HOST)
  await once(server, 'listening') // rejects on an error
  origin = `http://${HOST}:${(server.address() as AddressInfo).port}`
  return {
    /** Base address of the JSON interface. */
    baseUrl: origin,
    /** Base address of the online banking. */
    infoUrl: `${origin}/panel`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type DemoService = Awaited<ReturnType<typeof serve>>

async function firstAnswer(routes: readonly DemoRoute[], request: DemoRequest) {
  for (const route of routes) {
    const answer = await route(request)
    if (answer) return answer
  }
  return notFound()
}

function sendAnswer({ status = 200, headers = {}, body }: DemoAnswer, response: ServerResponse): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

function segmentsOf(path: string): string[] {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return [] // no route has a path that cannot be decoded
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size <= MAX_BODY) parts.push(part)
  }
  return Buffer.concat(parts)
}

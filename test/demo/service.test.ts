import { afterEach, expect, test } from 'vitest'
import { type DemoService, startDemoService } from '../support/demo-service.ts'

const now = () => new Date('2026-03-01T12:00:00Z')
let open: DemoService[] = []
afterEach(async () => {
  await Promise.all(open.map((service) => service.close()))
  open = []
})
const start = async (options: Partial<Parameters<typeof startDemoService>[0]> = {}) => {
  const service = await startDemoService({ now, ...options })
  open.push(service)
  return service
}

test('answers on loopback, with and without a slash at the end', async () => {
  const { baseUrl } = await start()
  for (const path of ['/v1/notification', '/v1/notification/']) {
    const answer = await fetch(baseUrl + path)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.json()).toMatchObject({ Active: true, requested_at: 1772366400 })
  }
})

test('says 404 for what it does not know, and for paths that do not decode', async () => {
  const { baseUrl } = await start()
  for (const path of ['/v1/nothing', '/v1/%E0%A4%A']) expect((await fetch(baseUrl + path)).status).toBe(404)
})

test('routes given are asked first; a raw one writes for itself', async () => {
  const { baseUrl } = await start({
    routes: [
      ({ segments }) =>
        segments[0] === 'files' ? { raw: (_, response) => void response.writeHead(206).end('part') } : undefined,
    ],
  })
  const answer = await fetch(`${baseUrl}/files/a%2Fb`)
  expect([answer.status, await answer.text()]).toEqual([206, 'part'])
})

test('a fault lasts for as many requests as told', async () => {
  const { baseUrl, faults } = await start()
  faults.set('/v1/notification', { kind: 'status', status: 503, retryAfter: '2' }, 2)
  for (let asked = 0; asked < 2; asked++) {
    const faulty = await fetch(`${baseUrl}/v1/notification`)
    expect([faulty.status, faulty.headers.get('retry-after')]).toEqual([503, '2'])
  }
  expect((await fetch(`${baseUrl}/v1/notification`)).status).toBe(200)
})

import { expect, test } from 'vitest'
import { questions } from './questions.ts'
import { onStage } from './support.ts'

test(
  'what cannot be read is told by endpoint, place and reason, until it can be read',
  onStage(async (stage) => {
    const community = stage.open()
    const heard: number[] = []
    community.setAside.onChange(() => heard.push(community.setAside.rows.length))
    stage.service.faults.set(/^\/v1\//, { kind: 'spoilt' })
    const servers = await community.read('servers', {})
    expect(servers.aside).toEqual({ count: 1, entries: [{ at: [4], reason: 'record: must be a record' }] })
    await community.read('marketAll', {})
    expect(community.setAside.rows).toMatchObject([
      { endpoint: 'marketAll', path: '/v1/market_all', at: Date.parse(servers.asOf), count: 1 },
      {
        endpoint: 'servers',
        path: '/v1/servers',
        at: Date.parse(servers.asOf),
        count: 1,
        entries: servers.aside.entries,
      },
    ])
    stage.service.faults.clear()
    await community.read('servers', {}, { maxAgeMs: 0 })
    expect(community.setAside.rows.map(({ endpoint }) => endpoint)).toEqual(['marketAll'])
    expect(heard).toEqual([1, 2, 1])
  }),
)

test(
  'a stored copy tells of its own, also after a restart without the service',
  onStage(async (stage) => {
    stage.service.faults.set(/^\/v1\//, { kind: 'spoilt' })
    await stage.open().read('vehicles', {})
    stage.service.faults.set(/^\/v1\//, { kind: 'reset' })
    const later = stage.open()
    expect((await later.read('vehicles', {}, { maxAgeMs: 0 })).source).toBe('stored')
    expect(later.setAside.rows).toMatchObject([{ endpoint: 'vehicles', count: 1 }])
  }),
)

test(
  'an entry within an entry is found by both places',
  onStage(async (stage) => {
    const bad = { server_id: 2, server_name: 'Zwei', online: true, market: [{ item: 'apple', price: 3 }, 'no item'] }
    const community = stage.open({ baseUrl: await stage.serve({ data: [{ ...bad, server_id: 1, market: [] }, bad] }) })
    expect((await community.read('marketAll', {})).aside.entries.map(({ at }) => at)).toEqual([[1, 1]])
  }),
)

test(
  'rows of the player’s own endpoints name no secret, and go with the sign-out',
  onStage(async (stage) => {
    stage.service.faults.set(/^\/v1\//, { kind: 'spoilt' })
    const community = stage.open()
    const vehicles = questions.find(({ name }) => name === 'playerVehicles')
    await community.read('playerVehicles', vehicles?.params as never)
    expect(community.setAside.rows).toMatchObject([{ path: '/v1/player/{secret}/vehicles' }])
    expect(JSON.stringify(community.setAside.rows)).not.toContain(
      (vehicles?.params as unknown as { secret: string }).secret,
    )
    await community.forgetPlayer()
    expect(community.setAside.rows).toEqual([])
  }),
)

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CommunityOptions, CommunityService } from '../../src-main/community/index.ts'
import { pathToFileURL } from 'node:url'
import { programAt } from '../support/programs.ts'
import { type DemoService, type DemoServiceOptions, startDemoService } from '../support/demo-service.ts'

/** A clock that stands until it is moved. */
export function createClock(start = '2026-03-01T12:00:00Z') {
  let at = Date.parse(start)
  return {
    now: () => new Date(at),
    pass: (ms: number) => {
      at += ms
    },
  }
}

/** For everything but the tests of timeouts: a busy machine must not look like a slow service. */
export const patient = { connectMs: 20_000, headersMs: 20_000, stallMs: 20_000, bodyMs: 20_000 }

export interface Stage {
  clock: ReturnType<typeof createClock>
  service: DemoService
  /** Lines the community wrote to its log. */
  lines: string[]
  /** Pauses between tries that would have been slept. */
  slept: number[]
  cacheDir: string
  open(options?: Partial<CommunityOptions>): CommunityService
  /** A service of its own that answers everything with this; gives its base address. */
  serve(body: unknown): Promise<string>
  close(): Promise<void>
}

/** The demo service, and communities that read from it without really waiting between tries. */
export async function setStage(options: Partial<DemoServiceOptions> = {}): Promise<Stage> {
  const clock = createClock()
  const service = await startDemoService({ now: clock.now, ...options })
  const cacheDir = await mkdtemp(join(tmpdir(), 'loadout-community-'))
  const lines: string[] = []
  const slept: number[] = []
  const opened: CommunityService[] = []
  const servers: Server[] = []
  return {
    clock,
    service,
    lines,
    slept,
    cacheDir,
    open(given = {}) {
      const community = new CommunityService({
        baseUrl: service.baseUrl,
        timeZone: 'Europe/Berlin',
        cacheDir,
        thread: pathToFileURL(programAt('reading-worker')),
        userAgent: 'Loadout/0.0.0 (test)',
        now: clock.now,
        log: (line, error) => lines.push(`${line} ${error instanceof Error ? (error.stack ?? '') : ''}`),
        random: () => 0.5,
        sleep: (ms) => {
          slept.push(ms)
          return Promise.resolve()
        },
        timeouts: patient,
        ...given,
      })
      opened.push(community)
      return community
    },
    async serve(body) {
      const server = createServer((_, response) => response.end(JSON.stringify(body))).listen(0, '127.0.0.1')
      servers.push(server)
      await once(server, 'listening')
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    async close() {
      for (const server of servers) server.close()
      await Promise.all(opened.map((community) => community.close()))
      await service.close()
      await rm(cacheDir, { recursive: true, force: true })
    },
  }
}

/** A test on a stage of its own, so that tests can run side by side. */
export const onStage = (work: (stage: Stage) => Promise<void>) => async (): Promise<void> => {
  const stage = await setStage()
  try {
    await work(stage)
  } finally {
    await stage.close()
  }
}

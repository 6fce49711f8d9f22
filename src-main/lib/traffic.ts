import type { TrafficRow } from '../../src-preload/contract/diagnostics.ts'
import { Emitter } from './emitter.ts'

type Noted = Omit<TrafficRow, 'lastAt'>

const noted = new Emitter<Noted>()

/** Counts traffic. For the answer to a request that was already counted, `requests` is 0. */
export function noteTraffic(host: string, { requests = 1, sentBytes = 0, receivedBytes = 0 }: Partial<Noted>): void {
  noted.emit({ host, requests, sentBytes, receivedBytes })
}

/** Collects the traffic of this process that `noteTraffic` counts, by host. It contains no path, because a path may be secret. */
export function watchTraffic(now: () => Date) {
  const hosts = new Map<string, TrafficRow>()
  const changed = new Emitter()
  const close = noted.on(({ host, requests, sentBytes, receivedBytes }) => {
    if (host === '') return
    const entry = hosts.get(host) ?? { host, requests: 0, sentBytes: 0, receivedBytes: 0, lastAt: 0 }
    entry.requests += requests
    entry.sentBytes += sentBytes
    entry.receivedBytes += receivedBytes
    entry.lastAt = now().getTime()
    hosts.set(host, entry)
    changed.emit()
  })
  return {
    list: (): TrafficRow[] => [...hosts.values()].sort((a, b) => b.lastAt - a.lastAt).map((entry) => ({ ...entry })),
    onChange: changed.on,
    close,
  }
}

export type Traffic = ReturnType<typeof watchTraffic>

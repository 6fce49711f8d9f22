import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { TrafficRow } from '../../src-preload/contract/diagnostics.ts'
import { Emitter } from './emitter.ts'

type Noted = Omit<TrafficRow, 'lastAt'>

const NAME = 'loadout:traffic'
const noted = channel(NAME)

/** Counts traffic. For the answer to a request that was already counted, `requests` is 0. */
export function noteTraffic(host: string, { requests = 1, sentBytes = 0, receivedBytes = 0 }: Partial<Noted>): void {
  noted.publish({ host, requests, sentBytes, receivedBytes } satisfies Noted)
}

/** Collects the traffic of this process that `noteTraffic` counts, by host. It contains no path, because a path may be secret. */
export function watchTraffic(now: () => Date) {
  const hosts = new Map<string, TrafficRow>()
  const changed = new Emitter()
  const count = (message: unknown) => {
    const { host, requests, sentBytes, receivedBytes } = message as Noted
    if (host === '') return
    const entry = hosts.get(host) ?? { host, requests: 0, sentBytes: 0, receivedBytes: 0, lastAt: 0 }
    entry.requests += requests
    entry.sentBytes += sentBytes
    entry.receivedBytes += receivedBytes
    entry.lastAt = now().getTime()
    hosts.set(host, entry)
    changed.emit()
  }
  subscribe(NAME, count)
  return {
    list: (): TrafficRow[] => [...hosts.values()].sort((a, b) => b.lastAt - a.lastAt).map((entry) => ({ ...entry })),
    onChange: changed.on,
    close: (): void => void unsubscribe(NAME, count),
  }
}

export type Traffic = ReturnType<typeof watchTraffic>

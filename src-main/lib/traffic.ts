import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { TrafficRow } from '../../src-preload/contract/diagnostics.ts'
import { Emitter } from './emitter.ts'

/** The traffic of this computer by host, with time and bytes. Never a path, which may hold a secret. */
export interface Traffic {
  list(): TrafficRow[]
  /** Calls after each change; returns the way to stop. */
  onChange(listener: () => void): () => void
  close(): void
}

type Noted = Omit<TrafficRow, 'lastAt'>

const noted = channel('loadout:traffic')

/** Counts traffic that does not go through undici; `requests` is 0 for an answer that comes later. */
export function noteTraffic(host: string, { requests = 1, sentBytes = 0, receivedBytes = 0 }: Partial<Noted>): void {
  noted.publish({ host, requests, sentBytes, receivedBytes } satisfies Noted)
}

interface UndiciRequest {
  origin?: string | URL
  path?: string
  method?: string
  headers?: string | readonly unknown[]
  body?: unknown
}

const sizeOf = (value: unknown): number =>
  typeof value === 'string' || value instanceof Uint8Array ? Buffer.byteLength(value) : 0

const sentBy = ({ method, path, headers, body }: UndiciRequest): number => {
  const lines = Array.isArray(headers)
    ? headers.reduce<number>((sum, part) => sum + sizeOf(part) + 2, 0)
    : sizeOf(headers)
  return sizeOf(method) + sizeOf(path) + 11 + lines + sizeOf(body)
}

const hostOf = (origin: UndiciRequest['origin']): string => {
  const text = String(origin ?? '')
  return URL.canParse(text) ? new URL(text).host : ''
}

/** Counts every request that undici makes in this process, and what is noted with `noteTraffic`. */
export function watchTraffic(now: () => Date): Traffic {
  const hosts = new Map<string, TrafficRow>()
  const changed = new Emitter()
  const count = (host: string, requests: number, sentBytes: number, receivedBytes: number) => {
    if (host === '') return
    const entry = hosts.get(host) ?? { host, requests: 0, sentBytes: 0, receivedBytes: 0, lastAt: 0 }
    entry.requests += requests
    entry.sentBytes += sentBytes
    entry.receivedBytes += receivedBytes
    entry.lastAt = now().getTime()
    hosts.set(host, entry)
    changed.emit()
  }
  const requestOf = (message: unknown) => (message as { request: UndiciRequest }).request
  const onCreate = (message: unknown) => {
    const request = requestOf(message)
    count(hostOf(request.origin), 1, sentBy(request), 0)
  }
  const onChunk = (message: unknown) => {
    const { chunk } = message as { chunk?: Uint8Array }
    count(hostOf(requestOf(message).origin), 0, 0, chunk?.byteLength ?? 0)
  }
  const onNoted = (message: unknown) => {
    const { host, requests, sentBytes, receivedBytes } = message as Noted
    count(host, requests, sentBytes, receivedBytes)
  }
  const channels = [
    ['loadout:traffic', onNoted],
    ['undici:request:create', onCreate],
    ['undici:request:bodyChunkReceived', onChunk],
  ] as const
  for (const [name, listener] of channels) subscribe(name, listener)
  return {
    list: () => [...hosts.values()].sort((a, b) => b.lastAt - a.lastAt).map((entry) => ({ ...entry })),
    onChange: changed.on,
    close() {
      for (const [name, listener] of channels) unsubscribe(name, listener)
    },
  }
}

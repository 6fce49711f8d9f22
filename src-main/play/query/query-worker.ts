/** A thread that queries game servers: of what the library or a server does in here only answers that were read reach the app. */
import { GameDig } from 'gamedig'
import { serveWorker, type Serving } from '../../lib/worker-rpc.ts'
import { type Query, type QueryAnswer, readKeys, readServerInfo, WAITS_PER_TRY } from './server-info.ts'
import { withGuardedSockets } from './socket-guard.ts'

/** Asks by a socket of its own: no two questions share a port or a challenge. */
function queryGame({ host, port, patience, keys = false }: Query): Promise<unknown> {
  const { tries, timeoutMs } = patience
  const options = {
    type: 'protocol-valve',
    host,
    port,
    givenPortOnly: true,
    ipFamily: 4 as const,
    maxRetries: tries,
    socketTimeout: timeoutMs,
    attemptTimeout: timeoutMs * WAITS_PER_TRY,
    requestPlayers: false,
    requestRules: keys,
  }
  return new GameDig().query(options).catch(() => undefined) // silence, an unknown name, an answer that is none
}

serveWorker({
  async query(query: Query, { emit }: Serving): Promise<QueryAnswer> {
    const { outcome, receivedBytes } = await withGuardedSockets(emit, () => queryGame(query))
    return { receivedBytes, info: readServerInfo(outcome), keys: query.keys ? readKeys(outcome) : undefined }
  },
})

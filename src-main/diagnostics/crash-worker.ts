/** The thread that looks for causes in a log of the game. */
import { endOfLog } from '../lib/index.ts'
import { serveWorker } from '../lib/worker-rpc.ts'
import { findCauses } from './crash.ts'

serveWorker({ read: async (path: string) => findCauses(await endOfLog(path)) })

/** A thread that looks for causes in a log of the game. */
import { serveWorker } from '../lib/worker-rpc.ts'
import { findCauses, tailOf } from './crash.ts'

serveWorker({ read: async (path: string) => findCauses(await tailOf(path)) })

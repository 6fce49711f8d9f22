/** Stands for a thread whose disk never answers. */
import { serveWorker } from '../../src-main/lib/index.ts'

const never = () => new Promise<never>(() => undefined)
serveWorker({ check: never, stop: never })

/** The thread that reads the community's answers into records. */
import { serveWorker } from '../lib/worker-rpc.ts'
import { readAnswer } from './read-answer.ts'

serveWorker({ read: readAnswer })

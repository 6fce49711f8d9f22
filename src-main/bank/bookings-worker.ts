/** A thread that reads one large answer of the bank and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { readAnswer, type ReadOrder } from './reading.ts'

const { bytes, order, timeZone } = workerData as { bytes: Uint8Array; order: ReadOrder; timeZone: string }
parentPort?.postMessage(readAnswer(bytes, order, timeZone))

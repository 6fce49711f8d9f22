import { Worker } from 'node:worker_threads'
import { readAnswer, type BookingsRead, type ReadOrder } from './reading.ts'

/** Reads the bank's answers with bookings; undefined for what is none. */
export type BookingReader = (bytes: Buffer, order: ReadOrder) => Promise<BookingsRead | undefined>

/** Answers below this size (about a thousand bookings) are read where they are: a thread takes longer to start. */
const SMALL_BYTES = 256 << 10

function onThread(
  thread: URL,
  given: { bytes: Buffer; order: ReadOrder; timeZone: string },
): Promise<BookingsRead | undefined> {
  const { bytes } = given
  const own = bytes.byteLength === bytes.buffer.byteLength ? bytes : Buffer.from(bytes)
  const worker = new Worker(thread, {
    workerData: { ...given, bytes: own },
    transferList: [own.buffer as ArrayBuffer],
  })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread that reads bookings ended without an answer')))
  })
}

/** Makes the reader for a bank in `timeZone`. `thread` is the built `bookings-worker`; without it everything is read in place. */
export const createReader =
  (timeZone: string, thread?: URL): BookingReader =>
  (bytes, order) =>
    thread && bytes.byteLength > SMALL_BYTES
      ? onThread(thread, { bytes, order, timeZone })
      : Promise.resolve(readAnswer(bytes, order, timeZone))

/** A thread that reads one large answer of the bank. */
import { serveWorker } from '../lib/worker-rpc.ts'
import { readBookingsAnswer, type ReadOrder } from './read-bookings.ts'

serveWorker({
  read: ({ bytes, order, timeZone }: { bytes: Uint8Array; order: ReadOrder; timeZone: string }) =>
    readBookingsAnswer(bytes, order, timeZone),
})

/** The thread that reads the bank's answers. */
import { serveWorker } from '../lib/worker-rpc.ts'
import { readPage } from './page.ts'
import { readBookingsAnswer, type ReadOrder } from './read-bookings.ts'

serveWorker({
  bookings: ({ bytes, order, timeZone }: { bytes: Uint8Array; order: ReadOrder; timeZone: string }) =>
    readBookingsAnswer(bytes, order, timeZone),
  page: readPage,
})

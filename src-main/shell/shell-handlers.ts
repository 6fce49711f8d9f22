import { app } from 'electron'
import type { DomainHandlers } from '../../src-preload/contract/kit.ts'
import type { shellContract } from '../../src-preload/contract/shell.ts'
import type { Requests } from './requests.ts'

/** The shell domain for the bridge. */
export const shellHandlers = (requests: Requests): DomainHandlers<typeof shellContract> => ({
  requests: requests.follow,
  settle: ({ id }) => requests.settle(id),
  about: () => ({
    version: app.getVersion(),
    electron: process.versions.electron,
    chromium: process.versions.chrome,
    node: process.versions.node,
    system: `${process.platform} ${process.arch}`,
  }),
})

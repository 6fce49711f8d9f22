import { shell } from 'electron'
import type { DomainHandlers } from '../../src-preload/contract/kit.ts'
import type { shellContract } from '../../src-preload/contract/shell.ts'
import { aboutApp } from './about.ts'
import { externalLinks } from './external.ts'
import type { Requests } from './requests.ts'

/** The shell domain for the bridge. */
export const shellHandlers = (
  requests: Requests,
  log: (line: string) => void,
  restart: () => void,
): DomainHandlers<typeof shellContract> => ({
  requests: requests.follow,
  openLink: ({ url }) => externalLinks((allowed) => shell.openExternal(allowed), log)(url),
  restart,
  settle: ({ id }) => requests.settle(id),
  about: aboutApp,
})

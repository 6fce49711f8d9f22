import type { communityContract } from '../../src-preload/contract/community/index.ts'
import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import { endpointOf } from './endpoints.ts'
import type { CommunityService } from './service.ts'

/** The community domain for the bridge. */
export const communityHandlers = (community: CommunityService): DomainHandlers<typeof communityContract> => ({
  read: ({ endpoint, params, maxAgeMs }, { signal, report }) =>
    // which parameters an endpoint takes is checked where its address is made
    community.read(endpointOf(endpoint).name, params, { maxAgeMs, signal, onStored: report }),
})

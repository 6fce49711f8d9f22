export { endpoints, type Endpoint } from './endpoints.ts'
export { toInstant } from './records/index.ts'
export { communityHandlers, type CommunityOptions, CommunityService, playerCopiesIn, type Wish } from './service.ts'
export type { SetAsideList } from './set-aside.ts'

export { endpoints, type Endpoint } from './endpoints.ts'
export { communityHandlers } from './handlers.ts'
export { toInstant } from './records/index.ts'
export { openCommunity, playerCopiesIn, type Community, type CommunityOptions, type Wish } from './room.ts'

export { externalLinks, isAllowedLink, linkProposal } from './external.ts'
export { addCommunityLink, parseLink } from './parse-link.ts'
export { PendingRequests } from './requests.ts'

export { externalLinks, isAllowedLink, linkProposal } from './external.ts'
export { parseLink } from './parse-link.ts'
export { PendingRequests } from './requests.ts'

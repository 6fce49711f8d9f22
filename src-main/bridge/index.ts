export { type BridgeServer, type Caller, createServer, type Openings, type PlayerActs } from './server.ts'

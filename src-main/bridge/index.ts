export { type BridgeServer, type Caller, createServer, type Openings } from './server.ts'

import type { PlayServer } from '../ports.ts'
import type { ServerFields } from './server-fields.ts'

/** The values of a server record that reach a command line. A port that is absent is no port. */
export const toFields = (server: PlayServer): ServerFields => ({
  IpAddress: server.host,
  Port: server.port ?? 0,
  ServerPassword: server.password,
  StartParameters: server.startParameters,
})

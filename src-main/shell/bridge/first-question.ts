import type { BridgeServer } from './server.ts'

/** Waits for the page's first question, which comes when it starts. */
export function firstQuestion(): { asked: Promise<void>; heardBy(server: BridgeServer): BridgeServer } {
  let tell = (): void => undefined
  const asked = new Promise<void>((settle) => (tell = settle))
  const heardBy = (server: BridgeServer): BridgeServer => ({
    ...server,
    ask(...question) {
      tell()
      return server.ask(...question)
    },
  })
  return { asked, heardBy }
}

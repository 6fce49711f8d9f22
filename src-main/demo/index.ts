import type { DemoContent } from './content.ts'
import { type DemoOptions, openDemo, type OpenDemo } from './open.ts'

export { demoPlayer } from './demo-player.ts'
export { type DemoAnswer, type DemoRequest, type DemoRoute, notFound } from './route.ts'
export { openGameFolder, plantedProblems, type GameFolder } from './game-folder.ts'
export { type DemoService, serve, type ServeOptions } from './service.ts'
export type { DemoWorld } from './answers/answer.ts'
export { communityRoutes } from './answers/index.ts'

/** The demo community, filled. */
export interface Demo extends Omit<OpenDemo, 'fill'>, Omit<DemoContent, 'close'> {}

/** Starts the embedded demo community, its service and its game servers on loopback and its game folder, and waits until it is filled. */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { fill, ...demo } = await openDemo(options)
  return { ...(await fill()), ...demo }
}

import type { DemoWorld } from './answers/answer.ts'
import { communityRoutes } from './answers/index.ts'
import type { DemoContent } from './content.ts'
import { type DemoOptions, openDemo, type OpenDemo } from './open.ts'
import type { DemoRoute } from './route.ts'
import { type DemoService, serve, type ServeOptions } from './service.ts'

export { demoPlayer } from './demo-player.ts'
export type { DemoAnswer, DemoRequest, DemoRoute } from './route.ts'
export { createFileFaults, type FileFault, type FileFaults } from './file-faults.ts'
export { openGameFolder, plantedProblems, type GameFolder } from './game-folder.ts'
export { filesRoute, type FilesOptions, type Served } from './files.ts'
export type { DemoService } from './service.ts'

/** The demo community, filled. */
export interface Demo extends Omit<OpenDemo, 'fill'>, Omit<DemoContent, 'close'> {}

/** Starts the embedded demo community, its service and its game servers on loopback and its game folder, and waits until it is filled. */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { fill, ...demo } = await openDemo(options)
  return { ...(await fill()), ...demo }
}

export interface DemoServiceOptions extends DemoWorld, Omit<ServeOptions, 'routes'> {
  /** Asked before the demo's own routes, so that they can also replace one. */
  routes?: readonly DemoRoute[]
}

const REMEMBER = 10_000

/** Starts the demo community's service alone, on a loopback port; it remembers what it was asked. */
export function startDemoService({ routes = [], ...options }: DemoServiceOptions): Promise<DemoService> {
  const all = Promise.resolve([...routes, ...communityRoutes(options)])
  return serve({ remember: REMEMBER, ...options, routes: () => all })
}

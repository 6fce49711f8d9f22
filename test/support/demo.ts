import { openDemo } from '../../src-main/demo/index.ts'

/** Starts the embedded demo community as the app does, and waits until it is filled. */
export async function startDemo(options: Parameters<typeof openDemo>[0]) {
  const { fill, ...demo } = await openDemo(options)
  return { ...(await fill()), ...demo }
}

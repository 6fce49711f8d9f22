// The processor time of a program while its window is hidden.
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'undici'
import { cpuOf } from './processes.mjs'
import { start } from './programs.mjs'

/**
 * Runs an expression in a program's main process through its inspector, then disconnects. With a connected driver, the page would not know
 * that it is hidden.
 */
async function runInMain(address, expression) {
  const socket = new WebSocket(address)
  await new Promise((open, fail) => {
    socket.addEventListener('open', open)
    socket.addEventListener('error', () => fail(new Error('the inspector does not answer')))
  })
  const answer = new Promise((done) => socket.addEventListener('message', ({ data }) => done(JSON.parse(data))))
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }))
  const { result } = await answer
  socket.close()
  if (result?.exceptionDetails) throw new Error(JSON.stringify(result.exceptionDetails))
}

const HIDE = `{
  const require = process.getBuiltinModule('node:module').createRequire(process.execPath)
  for (const window of require('electron').BrowserWindow.getAllWindows()) window.hide()
}`

/**
 * Measures each program's share of a core, all at the same time. They can run side by side, because processor time is counted and not time.
 * @param {string[][]} programs arguments of each
 * @returns {Promise<{ percent: number }[]>}
 */
export async function measureHidden(programs, { restMs, seconds }) {
  const started = []
  try {
    for (const args of programs) {
      const one = start([...args, '--inspect=0'])
      started.push(one)
      await one.door
    }
    await sleep(restMs) // until the starts are over
    for (const { inspector } of started) await runInMain(await inspector, HIDE)
    await sleep(restMs)
    const before = started.map(({ pid }) => cpuOf(pid))
    await sleep(seconds * 1000)
    return started.map(({ pid }, at) => {
      return { percent: ((cpuOf(pid) - before[at]) / seconds) * 100 }
    })
  } finally {
    for (const { stop } of started) await stop()
  }
}

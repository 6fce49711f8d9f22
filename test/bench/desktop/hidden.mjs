// What a program uses of the processor while its window is hidden.
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'undici'
import { cpuOf } from './processes.mjs'
import { start } from './programs.mjs'

/** Runs an expression in a program's main process through its inspector, and leaves it alone after that. A driver that stayed would keep the page from knowing that it is hidden. */
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
 * Shares of a core, each over the same time: all programs side by side, since what is counted is processor time, not the clock's.
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
    await sleep(restMs) // the starts are over
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

// nginx on this computer, as a file server.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy()))
    socket.once('error', () => resolve(undefined))
  })

/** Serves `root` until `close`, each connection at this rate (`120m`; 0: no limit). `bytesSent` returns the bytes of all bodies so far. */
export async function startNginx(root, dir, rate = '0') {
  mkdirSync(dir, { recursive: true })
  const port = await freePort()
  const log = join(dir, 'sent.log')
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${dir}/${kind};`)
  const server = `server { listen 127.0.0.1:${port}; root ${root}; limit_rate ${rate}; }`
  const http = `http { sendfile on; tcp_nopush on; log_format sent $body_bytes_sent; access_log ${log} sent; ${temps.join(' ')} ${server} }`
  const top = `daemon off; worker_processes auto; user root; pid ${dir}/pid; error_log ${dir}/error.log; events {} ${http}`
  writeFileSync(join(dir, 'nginx.conf'), process.getuid?.() === 0 ? top : top.replace('user root; ', ''))
  const run = spawn('nginx', ['-e', `${dir}/error.log`, '-p', dir, '-c', join(dir, 'nginx.conf')], { stdio: 'ignore' })
  const gone = new Promise((resolve) => run.once('exit', resolve).once('error', resolve))
  process.once('exit', () => run.kill())
  while (!(await answers(port))) {
    if (run.exitCode !== null || run.pid === undefined) throw new Error(`nginx did not begin: ${dir}/error.log`)
    await sleep(20)
  }
  return {
    base: `http://127.0.0.1:${port}/`,
    bytesSent: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .reduce((sum, line) => sum + Number(line), 0),
    async close() {
      run.kill()
      await gone
    },
  }
}

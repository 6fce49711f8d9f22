import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

/** Serves a folder on loopback, as plainly as can be; says its port. */
const [, , folder = '.'] = process.argv
createServer((request, response) => {
  const path = join(folder, decodeURIComponent(request.url.slice(1)))
  response.writeHead(200, { 'content-length': statSync(path).size })
  createReadStream(path, { highWaterMark: 1 << 20 }).pipe(response)
}).listen(0, '127.0.0.1', function () {
  process.stdout.write(`${this.address().port}\n`)
})

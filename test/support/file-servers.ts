import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { tempDir } from './temp.ts'

/** A server that serves the folder `root` at `port`; `dir` is for its own files. */
interface Place {
  root: string
  dir: string
  port: number
}

/** An ordinary file server, and how it is started. */
export interface FileServer {
  name: string
  program: string
  isTls?: boolean
  /** Reads as another user if root starts it. */
  isOther?: boolean
  args(place: Place): string[]
}

const written = (dir: string, name: string, text: string): string => {
  writeFileSync(join(dir, name), text)
  return join(dir, name)
}

const nginx = (name: string, more: string): FileServer => ({
  name: `nginx, ${name}`,
  program: 'nginx',
  args: ({ root, dir, port }) => {
    const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${dir}/${kind};`,
    )
    const server = `server { listen 127.0.0.1:${port}; root ${root}; ${more} }`
    const http = `http { access_log off; ${temps.join(' ')} ${server} }`
    const conf = `daemon off; master_process off; pid ${dir}/pid; error_log stderr; events {} ${http}`
    return ['-e', 'stderr', '-p', dir, '-c', written(dir, 'nginx.conf', conf)]
  },
})

const isRoot = process.getuid?.() === 0

const apache = (name: string, more: string): FileServer => ({
  name: `Apache, ${name}`,
  program: 'apache2',
  isOther: true,
  args: ({ root, dir, port }) => {
    const modules = ['mpm_event', 'authz_core'].map(
      (module) => `LoadModule ${module}_module /usr/lib/apache2/modules/mod_${module}.so`,
    )
    const lines = [`ServerRoot ${dir}`, 'ServerName localhost', `PidFile ${dir}/pid`, `DefaultRuntimeDir ${dir}`]
    const user = isRoot ? ['User www-data', 'Group www-data'] : []
    const site = [`Listen 127.0.0.1:${port}`, `ErrorLog ${dir}/error.log`, `DocumentRoot ${root}`, more]
    const conf = [
      ...lines,
      ...modules,
      ...user,
      ...site,
      `<Directory ${root}>`,
      'Require all granted',
      '</Directory>',
      '',
    ]
    return ['-D', 'FOREGROUND', '-f', written(dir, 'apache.conf', conf.join('\n'))]
  },
})

/**
 * Makes a certificate for this computer, `leaf.pem` with `leaf.key`, signed by an authority that nobody trusts, `ca.pem`. `more`: further
 * words for openssl.
 */
export function makeCertificate(dir: string, more = ''): void {
  const openssl = (words: string) => execFileSync('openssl', words.split(' '), { cwd: dir, stdio: 'pipe' })
  const key = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'
  openssl(`${key} -keyout ca.key -out ca.pem -subj /CN=Test`)
  const leaf = '-addext subjectAltName=IP:127.0.0.1 -addext basicConstraints=critical,CA:FALSE'
  openssl(`${key} -keyout leaf.key -out leaf.pem -subj /CN=leaf -CA ca.pem -CAkey ca.key ${leaf}${more}`)
}

const caddy = (name: string, isTls: boolean): FileServer => ({
  name: `Caddy, ${name}`,
  program: 'caddy',
  isTls,
  args: ({ root, dir, port }) => {
    if (isTls) makeCertificate(dir)
    const tls = isTls ? `tls ${dir}/leaf.pem ${dir}/leaf.key\n` : ''
    const site = `${isTls ? 'https' : 'http'}://127.0.0.1:${port} {\n${tls}root * ${root}\nfile_server\n}\n`
    const conf = `{\nadmin off\nauto_https off\n}\n${site}`
    return ['run', '--adapter', 'caddyfile', '--config', written(dir, 'Caddyfile', conf)]
  },
})

const all: readonly FileServer[] = [
  nginx('connections kept', ''),
  nginx('none kept', 'keepalive_timeout 0;'),
  nginx('gzip on', 'gzip on; gzip_types *; gzip_min_length 1;'),
  nginx('rate limited', 'limit_rate 8m;'),
  nginx('two requests a connection', 'keepalive_requests 2;'),
  apache('three requests a connection', 'MaxKeepAliveRequests 3'),
  apache('KeepAlive Off', 'KeepAlive Off'),
  {
    name: 'lighttpd',
    program: 'lighttpd',
    args: ({ root, dir, port }) => {
      const place = `server.bind = "127.0.0.1"\nserver.port = ${port}\nserver.document-root = "${root}"\n`
      return ['-D', '-f', written(dir, 'lighttpd.conf', place)]
    },
  },
  caddy('plain', false),
  caddy('TLS', true),
  {
    name: 'Python',
    program: 'python3',
    args: ({ root, port }) => ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', root],
  },
]

const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const found = (program: string): string | undefined =>
  places.map((place) => join(place, program)).find((path) => existsSync(path))

/** True if every user may enter a folder and those above it. */
const isOpenToAll = (folder: string): boolean =>
  (statSync(folder).mode & 1) === 1 && (folder === dirname(folder) || isOpenToAll(dirname(folder)))

const mayRead = ({ isOther }: FileServer) => !isOther || !isRoot || isOpenToAll(realpathSync(tmpdir()))

/** The servers that are installed and may read the tests' folders. */
export const installed = all.filter((server) => found(server.program) && mayRead(server))

/** The programs that are not installed, or may not read the tests' folders. */
export const absent = [...new Set(all.filter((server) => !installed.includes(server)).map(({ program }) => program))]

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve((socket.destroy(), true))).once('error', () => resolve(false))
  })

/** Serves the folder until the test ends. Resolves to the address, and the authority's certificate file for TLS. */
export async function startFileServer(server: FileServer, root: string): Promise<{ base: string; authority: string }> {
  const dir = tempDir()
  for (const folder of [dir, root]) chmodSync(folder, 0o755) // for a server that reads as another user
  const port = await freePort()
  const env = { ...process.env, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir }
  const run = spawn(found(server.program) ?? '', server.args({ root, dir, port }), {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  run.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2000)))
  const gone = once(run, 'close')
  onTestFinished(async () => {
    run.kill()
    await gone
  })
  while (!(await answers(port)))
    if (run.exitCode !== null || run.signalCode !== null) throw new Error(`${server.name} did not begin: ${said}`)
  return { base: `${server.isTls ? 'https' : 'http'}://127.0.0.1:${port}/`, authority: join(dir, 'ca.pem') }
}

import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** The key that the stand-in accepts. */
export const KEY = 'ABCD-EF12-GH34-IJ56-KL78-MN90'
const BANNER = 'TS3 Client\n\rWelcome to the TeamSpeak 3 ClientQuery interface.\n\rselected schandlerid=1\n\r'

/** A server that passes every connection to `talk`. */
export async function listen(talk: (socket: Socket) => void, port = 0) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    talk(socket)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/** A stand-in for TeamSpeak 3 with ClientQuery: its tabs lead to `tabs`, null: to nowhere. Notes what it is asked. */
export async function clientQuery(tabs: readonly (string | null)[], at = 0) {
  const asked: string[] = []
  const { port, close } = await listen((socket) => {
    let [open, tab, rest] = [false, 1, '']
    const answers: Record<string, (given: string) => string> = {
      auth: (given) => ((open = given === `apikey=${KEY}`) ? '0 msg=ok' : '256 msg=invalid\\sapikey'),
      serverconnectionhandlerlist: () => {
        socket.write(`${tabs.map((_, at) => `schandlerid=${at + 1}`).join('|')}\n\r`)
        return '0 msg=ok'
      },
      use: (given) => {
        tab = Number(given.split('=')[1])
        socket.write(`selected ${given}\n\r`)
        return '0 msg=ok'
      },
      whoami: () => {
        if (tabs[tab - 1] === null) return '1794 msg=not\\sconnected'
        socket.write('clid=5 cid=1\n\r')
        return '0 msg=ok'
      },
      serverconnectinfo: () => {
        const { hostname, port } = new URL(`http://${tabs[tab - 1]}`)
        socket.write(`ip=${hostname} port=${port} password=a\\sb\\p=c\n\r`)
        return '0 msg=ok'
      },
    }
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        asked.push(line)
        const [command = '', given = ''] = line.split(' ')
        const error = open || command === 'auth' ? answers[command]?.(given) : '1796 msg=currently\\snot\\spossible'
        socket.write(`error id=${error ?? '256 msg=command\\snot\\sfound'}\n\r`)
      }
    })
    socket.write(BANNER)
  }, at)
  return { port, asked, close }
}

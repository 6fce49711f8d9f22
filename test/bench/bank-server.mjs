// A community whose bank tells as many bookings as it is asked to; everything is prepared before the first question.
import { createServer } from 'node:http'

export const SECRET = 'bench-secret-1'
const OWN = 'NH100001'
const MINUTE = 60_000
const two = (number) => String(number).padStart(2, '0')

function bookings(count) {
  const now = Date.now()
  const list = Array.from({ length: count }, (_, at) => {
    const day = new Date(now - (count - at) * 15 * MINUTE)
    const other = `NH${200_000 + ((at * 7919) % 300)}`
    const income = at % 3 === 0
    return {
      id: String(at + 1),
      source: income ? other : OWN,
      destination: income ? OWN : other,
      amount: String(((at * 104_729) % 42_000) + 1),
      initiator: income ? 'Hansen Spedition' : 'Bench Player',
      info: ['Fracht Kleinhafen', 'Rückzahlung Kutter', 'Werkzeug und Farbe', 'Reparatur'][at % 4] + ` ${at}`,
      type: 'transfer',
      created_at: `${two(day.getDate())}.${two(day.getMonth() + 1)}.${two(day.getFullYear() % 100)} - ${two(day.getHours())}:${two(day.getMinutes())}`,
    }
  })
  return Buffer.from(JSON.stringify({ data: list }))
}

const player = {
  id: 1,
  pid: '1',
  name: 'Bench Player',
  bank_main: [{ iban: OWN, balance: 1_000_000, default_account: 1, disabled: 0 }],
  phonebooks: [{ phonebook: [{ number: '1', name: 'Ole Tams', iban: 'NH200007' }] }],
}

/** Starts it; resolves to its addresses. */
export async function startBankServer(count) {
  const bytes = bookings(count)
  const requested_at = Math.floor(Date.now() / 1000)
  const json = { 'content-type': 'application/json' }
  const server = createServer((request, response) => {
    const { url = '' } = request
    request.resume()
    if (url.endsWith('/data')) response.writeHead(200, json).end(bytes)
    else if (url.includes('/validate/'))
      response.writeHead(200, json).end(JSON.stringify({ status: 'Success', name: player.name, requested_at }))
    else if (url.endsWith(`/player/${SECRET}`))
      response.writeHead(200, json).end(JSON.stringify({ data: [player], requested_at }))
    else if (url.startsWith('/v1/')) response.writeHead(200, json).end(JSON.stringify({ data: [], requested_at }))
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const baseUrl = `http://127.0.0.1:${server.address().port}`
  return {
    baseUrl,
    infoUrl: `${baseUrl}/panel`,
    own: OWN,
    bytes: bytes.length,
    close: () => server.closeAllConnections() ?? server.close(),
  }
}

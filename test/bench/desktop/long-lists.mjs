// A community with 10,000 records in its long lists.
import { createServer } from 'node:http'

const SERVERS = [1, 2]
const categories = ['tools', 'food', 'weapons', 'clothing']
const nameOf = (at) => `${['Amber', 'Birch', 'Copper', 'Dune', 'Ember'][at % 5]} ${(at * 7919) % 100_003}`

const goods = (count, server) =>
  Array.from({ length: count }, (_, at) => ({
    item: `good_${at}`,
    localized: nameOf(at),
    price: 10 + ((at * 104_729) % 9_000) + server,
    server,
    updated_at: '2026-01-01 00:00:00',
    export_virt_item: { item: `good_${at}`, name: nameOf(at), sellPrice: 10, buyPrice: 20, illegal: at % 2, weight: 1 },
  }))

const items = (count) =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    classname: `bench_item_${at}`,
    shoptype: `shop${at % 9}`,
    shopname: `Shop ${at % 9}`,
    name: nameOf(at),
    price: (at * 7_877) % 20_000,
    type: categories[at % categories.length],
    level: at % 12,
  }))

/** Starts it; everything is made before the first question. */
export async function startLongLists(count) {
  const wrap = (data) => Buffer.from(JSON.stringify({ data, requested_at: Math.floor(Date.now() / 1000) }))
  const answers = {
    '/v1/market_all': wrap(
      SERVERS.map((id) => ({ server_id: id, server_name: `Bench #${id}`, online: true, market: goods(count / 2, id) })),
    ),
    '/v1/info/items': wrap(items(count)),
  }
  const empty = wrap([])
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json' }).end(answers[request.url] ?? empty)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    baseUrl: `http://127.0.0.1:${server.address().port}`,
    close: () => server.closeAllConnections() ?? server.close(),
  }
}

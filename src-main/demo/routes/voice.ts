import { inventPeople } from '../people.ts'
import { drift } from '../random.ts'
import { type DemoRoute, envelope, matchGet, notFound } from '../route.ts'
import { HOUR } from '../wire.ts'
import type { DemoWorld } from './demo-world.ts'

const voiceAt = ({ seed }: DemoWorld, now: Date, origin: string) => {
  const users = (id: number, most: number) =>
    inventPeople(`${seed}/voice/${id}`, Math.round(most * (0.2 + 0.7 * drift(`${seed}/voice/${id}`, now, HOUR))))
  const [main, side] = [users(1, 140), users(2, 24)]
  return [
    {
      Id: 1,
      Usercount: main.length,
      Icon: `${origin}/images/voice/1.png`,
      Name: 'Nordwind Funk',
      Ip: 'voice.nordwind.example',
      Port: 9987,
      Slots: 200,
      OS: 'Linux',
      Banner: '',
      Users: main,
    },
    {
      Id: 2,
      Usercount: String(side.length),
      Icon: '',
      Name: 'Nordwind Leitstelle',
      Ip: '192.0.2.61',
      Port: '9988',
      Slots: 0,
      OS: 'Linux',
      Banner: null,
      Users: side,
    },
  ]
}

/** Voice servers. */
export const voiceRoute =
  (world: DemoWorld): DemoRoute =>
  (request) => {
    const all = () => voiceAt(world, request.now, request.origin)
    if (matchGet(request, 'teamspeaks')) return envelope(all(), request.now)
    const [id] = matchGet(request, 'teamspeak', '*') ?? []
    if (id === undefined) return undefined
    const found = all().filter(({ Id }) => String(Id) === id)
    return found.length > 0 ? envelope(found, request.now) : notFound()
  }

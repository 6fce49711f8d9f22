import { connect, type Socket } from 'node:net'

/** As much of the D-Bus wire format as a small service needs: little-endian, strings and 32-bit numbers. */

export interface Message {
  type: 1 | 2 | 3 | 4
  serial: number
  path?: string
  interface?: string
  member?: string
  replyTo?: number
  destination?: string
  sender?: string
  signature?: string
  body: Buffer
}

const CALL = 1
const REPLY = 2
const SIGNAL = 4
const pad = (length: number, to: number) => (to - (length % to)) % to

/** Writes values one after the other, each at its own alignment. */
export class Writer {
  #parts: Buffer[] = []
  #length = 0

  #push(part: Buffer): this {
    this.#parts.push(part)
    this.#length += part.length
    return this
  }

  align(to: number): this {
    return this.#push(Buffer.alloc(pad(this.#length, to)))
  }

  byte(value: number): this {
    return this.#push(Buffer.from([value]))
  }

  u32(value: number): this {
    const part = Buffer.alloc(4)
    part.writeUInt32LE(value)
    return this.align(4).#push(part)
  }

  text(value: string): this {
    const bytes = Buffer.from(value)
    return this.u32(bytes.length).#push(bytes).byte(0)
  }

  signature(value: string): this {
    return this.byte(value.length).#push(Buffer.from(value)).byte(0)
  }

  texts(values: readonly string[]): this {
    const inner = new Writer()
    for (const value of values) inner.text(value)
    const bytes = inner.bytes()
    return this.u32(bytes.length).#push(bytes)
  }

  raw(bytes: Buffer): this {
    return this.#push(bytes)
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

/** Reads values one after the other. */
export class Reader {
  at = 0
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  align(to: number): void {
    this.at += pad(this.at, to)
  }

  byte(): number {
    return this.#bytes[this.at++] ?? 0
  }

  u32(): number {
    this.align(4)
    this.at += 4
    return this.#bytes.readUInt32LE(this.at - 4)
  }

  text(): string {
    return this.#take(this.u32())
  }

  signature(): string {
    return this.#take(this.byte())
  }

  #take(length: number): string {
    const text = this.#bytes.toString('utf8', this.at, this.at + length)
    this.at += length + 1
    return text
  }
}

const fieldTypes = { path: [1, 'o'], interface: [2, 's'], member: [3, 's'], destination: [6, 's'] } as const

const fieldNames: Partial<Record<number, keyof Message>> = {
  1: 'path',
  2: 'interface',
  3: 'member',
  5: 'replyTo',
  6: 'destination',
  7: 'sender',
  8: 'signature',
}

/** A message as it goes over the wire. */
export function encode(message: Message): Buffer {
  const fields = new Writer()
  const field = (code: number, type: string) => fields.align(8).byte(code).signature(type)
  for (const [name, [code, type]] of Object.entries(fieldTypes)) {
    const value = message[name as keyof typeof fieldTypes]
    if (value !== undefined) field(code, type).text(value)
  }
  if (message.replyTo !== undefined) field(5, 'u').u32(message.replyTo)
  if (message.signature) field(8, 'g').signature(message.signature)
  const listed = fields.bytes()
  return new Writer()
    .raw(Buffer.from(['l'.charCodeAt(0), message.type, 0, 1]))
    .u32(message.body.length)
    .u32(message.serial)
    .u32(listed.length)
    .raw(listed)
    .align(8)
    .raw(message.body)
    .bytes()
}

/** The first message of the received bytes and its length; undefined until it is complete. */
function decode(bytes: Buffer): { message: Message; length: number } | undefined {
  if (bytes.length < 16) return undefined
  const [bodyLength, fieldsLength] = [bytes.readUInt32LE(4), bytes.readUInt32LE(12)]
  const start = 16 + fieldsLength + pad(16 + fieldsLength, 8)
  if (bytes.length < start + bodyLength) return undefined
  const message: Message = {
    type: bytes[1] as Message['type'],
    serial: bytes.readUInt32LE(8),
    body: bytes.subarray(start, start + bodyLength),
  }
  const reader = new Reader(bytes)
  reader.at = 16
  while (reader.at < 16 + fieldsLength) readField(reader, message)
  return { message, length: start + bodyLength }
}

function readField(reader: Reader, message: Message): void {
  reader.align(8)
  const code = reader.byte()
  const type = reader.signature()
  const value = type === 'u' ? reader.u32() : type === 'g' ? reader.signature() : reader.text()
  const name = fieldNames[code]
  if (name) Object.assign(message, { [name]: value })
}

/** A connection to the session's bus. */
export interface Bus {
  call(member: string, write: (body: Writer) => Writer, signature: string): void
  reply(to: Message, body: Writer, signature: string): void
  signal(path: string, name: string, member: string, body: Writer, signature: string): void
  close(): void
}

const BUS = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' }

/** The socket's name in a bus address such as `unix:path=/tmp/dbus-x,guid=…`. */
function socketOf(address: string): string {
  const [, kind, name] = /unix:(path|abstract)=([^,;]+)/.exec(address) ?? []
  if (!kind || !name) throw new Error(`no usable bus address: ${address}`)
  return kind === 'abstract' ? `\0${name}` : name
}

const logIn = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject)
    const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
    socket.write(`\0AUTH EXTERNAL ${user}\r\n`)
    socket.once('data', (answer) => {
      if (!answer.toString().startsWith('OK')) return reject(new Error(answer.toString()))
      socket.write('BEGIN\r\n')
      resolve()
    })
  })

/** Connects to the session's bus and passes every call to `hear`. */
export async function connectBus(hear: (message: Message, bus: Bus) => void): Promise<Bus> {
  const socket = connect(socketOf(process.env.DBUS_SESSION_BUS_ADDRESS ?? ''))
  await logIn(socket)
  let serial = 0
  const send = (message: Omit<Message, 'serial' | 'body'>, body: Writer) =>
    socket.write(encode({ ...message, serial: ++serial, body: body.bytes() }))
  const bus: Bus = {
    call: (member, write, signature) => send({ ...BUS, type: CALL, member, signature }, write(new Writer())),
    reply: (to, body, signature) => send({ type: REPLY, replyTo: to.serial, destination: to.sender, signature }, body),
    signal: (path, name, member, body, signature) =>
      send({ type: SIGNAL, path, interface: name, member, signature }, body),
    close: () => socket.destroy(),
  }
  let come = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    come = Buffer.concat([come, chunk])
    for (let next = decode(come); next; next = decode(come)) {
      come = come.subarray(next.length)
      if (next.message.type === CALL) hear(next.message, bus)
    }
  })
  bus.call('Hello', (body) => body, '')
  return bus
}

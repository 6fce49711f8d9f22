import { encode } from 'uqr'
import { crc32, deflateSync } from 'node:zlib'

/** Light modules around the code, which readers need to find it. */
const BORDER = 4
/** Width of a module, in pixels. */
const SCALE = 8

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** The QR code of a text as a PNG of 8-bit greys. */
export function qrCode(text: string): Buffer {
  const modules = encode(text, { ecc: 'M', border: BORDER }).data
  const side = modules.length * SCALE
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 8 // bits
  const rows = modules.flatMap((row) => {
    const line = Buffer.concat([Buffer.of(0), ...row.map((dark) => Buffer.alloc(SCALE, dark ? 0 : 255))])
    return Array.from({ length: SCALE }, () => line)
  })
  return Buffer.concat([
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

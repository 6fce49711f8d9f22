import type { RemoteInfo } from 'node:dgram'

/** Begins a datagram that is one of several: number of the answer, how many, which one, and the largest size. */
const PIECE = -2
const HEAD = 12
/** Rules with 255 keys and dozens of mods need fewer. */
const MOST_PIECES = 8

export const isPiece = (data: Buffer): boolean => data.length > HEAD && data.readInt32LE(0) === PIECE

/** Puts answers together that came in several datagrams. One that is packed is none: nothing is unpacked that nobody has looked at. */
export class SplitAnswers {
  readonly #answers = new Map<string, Map<number, Buffer>>()

  /** The whole answer, when this was its last piece. */
  take(piece: Buffer, { address, port }: RemoteInfo): Buffer | undefined {
    const [answer, total, at] = [piece.readInt32LE(4), piece.readUInt8(8), piece.readUInt8(9)]
    const isPacked = answer < 0
    if (isPacked || total > MOST_PIECES || at >= total) return undefined
    const key = `${address}:${port}/${answer}/${total}`
    const pieces = this.#answers.get(key) ?? new Map<number, Buffer>()
    this.#answers.set(key, pieces)
    if (!pieces.has(at)) pieces.set(at, piece.subarray(HEAD))
    if (pieces.size < total) return undefined
    this.#answers.delete(key)
    return Buffer.concat(Array.from({ length: total }, (_none, number) => pieces.get(number) ?? Buffer.alloc(0)))
  }
}

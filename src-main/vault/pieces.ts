import { createHash } from 'node:crypto'
import type { Keyring } from './keyring.ts'

/**
 * Windows allows 2,560 bytes per credential in UTF-16: 1,280 units, less the header's own marks. Every system has the same
 * pieces, so that there is only one way to test.
 */
const PIECE_UNITS = 1_200

/** The account itself holds the whole value or a header that leads to its pieces. */
const WHOLE = '='
const HEADER = /^#([ab])\/(\d{1,4})\/([0-9a-f]{16})$/

const digest = (value: string) => createHash('sha256').update(value).digest('hex').slice(0, 16)
const pieceName = (account: string, side: string, index: number) => `${account}#${side}${index}`

function cut(value: string): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const sign of value) {
    if (piece.length + sign.length > PIECE_UNITS) {
      pieces.push(piece)
      piece = ''
    }
    piece += sign
  }
  return [...pieces, piece]
}

/** Deletes one side's pieces from the end, so that an interruption leaves no gap. */
async function deleteSide(keyring: Keyring, account: string, side: string): Promise<void> {
  let length = 0
  while ((await keyring.get(pieceName(account, side, length))) !== null) length++
  for (let index = length - 1; index >= 0; index--) await keyring.delete(pieceName(account, side, index))
}

/** Reads a value, whole or in pieces. Pieces that do not fit together are no value. */
export async function readPieces(keyring: Keyring, account: string): Promise<string | undefined> {
  const head = await keyring.get(account)
  if (head === null) return undefined
  if (head.startsWith(WHOLE)) return head.slice(WHOLE.length)
  const [, side, count, sum] = HEADER.exec(head) ?? []
  if (!side || !count) return undefined
  let value = ''
  for (let index = 0; index < Number(count); index++) {
    const piece = await keyring.get(pieceName(account, side, index))
    if (piece === null) return undefined
    value += piece
  }
  return digest(value) === sum ? value : undefined
}

/** Writes a value: first its pieces on the unused side, then the header, and deletes the old side at the end. */
export async function writePieces(keyring: Keyring, account: string, value: string): Promise<void> {
  const [, used] = HEADER.exec((await keyring.get(account)) ?? '') ?? []
  const side = used === 'a' ? 'b' : 'a'
  const whole = WHOLE + value
  if (whole.length <= PIECE_UNITS) {
    await keyring.set(account, whole)
    await deleteSide(keyring, account, 'a')
    await deleteSide(keyring, account, 'b')
    return
  }
  const pieces = cut(value)
  await deleteSide(keyring, account, side) // an interrupted write may have left pieces
  // In order, so that an interrupted write leaves no gap and the next one finds all of its pieces.
  for (const [index, piece] of pieces.entries()) await keyring.set(pieceName(account, side, index), piece)
  await keyring.set(account, `#${side}/${pieces.length}/${digest(value)}`)
  if (used) await deleteSide(keyring, account, used)
}

/** Deletes a value and all its pieces, the header last, so that an interrupted deletion can be repeated. */
export async function deletePieces(keyring: Keyring, account: string): Promise<void> {
  await deleteSide(keyring, account, 'a')
  await deleteSide(keyring, account, 'b')
  await keyring.delete(account)
}

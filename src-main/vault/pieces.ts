import { createHash } from 'node:crypto'
import type { Keyring } from './keyring.ts'

/**
 * Windows takes 2,560 bytes per credential and stores UTF-16: 1,280 units. Every system gets the same pieces, so that
 * the tested way is the only one. The rest is for the header's own marks.
 */
const PIECE_UNITS = 1_200

/** What the account itself holds: the value, or where its pieces are. */
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

/** Deletes one side's chain from its end, so that what an interruption leaves is a chain again. */
async function deleteSide(keyring: Keyring, account: string, side: string): Promise<void> {
  let length = 0
  while ((await keyring.get(pieceName(account, side, length))) !== null) length++
  for (let index = length - 1; index >= 0; index--) await keyring.delete(pieceName(account, side, index))
}

/** Reads a value that may lie in pieces. A value whose pieces do not fit together is no value. */
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

/** Writes a value: its pieces on the side that is not in use, then the header that points to them, then the old side goes. */
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
  await deleteSide(keyring, account, side) // what an interrupted write left
  // First piece first: an interrupted write leaves an unbroken chain, which the next write or deletion finds whole.
  for (const [index, piece] of pieces.entries()) await keyring.set(pieceName(account, side, index), piece)
  await keyring.set(account, `#${side}/${pieces.length}/${digest(value)}`)
  if (used) await deleteSide(keyring, account, used)
}

/** Deletes a value and every piece of it, the header last: what is left of an interrupted deletion can be deleted again. */
export async function deletePieces(keyring: Keyring, account: string): Promise<void> {
  await deleteSide(keyring, account, 'a')
  await deleteSide(keyring, account, 'b')
  await keyring.delete(account)
}

import { FIRST_WORDS } from '../md5/program.ts'
import * as w from '../wasm/instructions.ts'
import { addWord, ints, plus, program, setWord, word } from '../wasm/phrases.ts'
import { Lane, LANE_BYTES, LANE_ROOM, LANES, LANES_AT, Table, Word } from './memory.ts'
import { DISK, WasiKind, WasiStat } from './wasi.ts'

type Code = w.Code
const { get, num, set } = w

/** Functions of WASI, and `md5`, which goes on with all lanes' states: an address for each, and the blocks. */
const imports: w.Import[] = [
  { name: 'path_filestat_get', takes: ints(5), gives: [w.I32] },
  { name: 'path_open', takes: [...ints(5), w.I64, w.I64, ...ints(2)], gives: [w.I32] },
  { name: 'fd_read', takes: ints(4), gives: [w.I32] },
  { name: 'fd_close', takes: ints(1), gives: [w.I32] },
  { name: 'md5', takes: ints(LANES + 1), gives: [] },
]
const Call = { stat: 0, open: 1, read: 2, close: 3, md5: 4, take: 5, begin: 6, settle: 7, refill: 8 } as const

/** WASI's right to read; a pipe must not block the open. */
const RIGHTS = 2
const NONBLOCK = 4
/** The byte that ends an MD5 message. */
const END = 0x80

/** Where a lane's state, its words and its buffer begin. */
const stateOf = (lane: Code): Code => w.add(w.shl(w.shr(lane, num(2)), num(6)), w.shl(w.and(lane, num(3)), num(2)))
const wordsOf = (lane: Code): Code => w.add(num(Lane.at), w.shl(lane, num(4)))
const bufferOf = (lane: Code): Code => w.add(num(LANES_AT), w.mul(lane, num(LANE_ROOM)))
const sizeOf = (file: Code): Code => w.loadDouble(w.add(num(Table.sizes), w.shl(file, num(3))))

/** `take(file, size, buffer)`: opens the next path, stats it if that is wanted, reads one byte more than its size and closes it. Gives how much was read, or −1. */
function take(): w.Program {
  const [file, size, buffer, path, length] = [0, 1, 2, 3, 4]
  const stats = w.add(num(Table.stats), w.shl(get(file), num(5)))
  const { size: bytes, mtime, ctime, inode } = WasiStat
  const code: Code = [
    set(path, word(Word.path)),
    w.loop(w.loadByte(w.add(get(path), get(length))), plus(length, 1)),
    setWord(Word.path, w.add(w.add(get(path), get(length)), num(1))),
    // an empty one could as well be a pipe
    w.when(w.or(w.less(get(size), num(1)), w.less(num(LANE_BYTES), get(size))), w.give(num(-1))),
    w.when(word(Word.wantsStats), [
      w.when(w.call(Call.stat, num(DISK), num(0), get(path), get(length), num(Word.stat)), w.give(num(-1))),
      w.when(w.ne(w.loadByte(num(Word.stat + WasiStat.kind)), num(WasiKind.file)), w.give(num(-1))),
      [bytes, mtime, ctime, inode].map((from, at) => w.copyLong(stats, at * 8, Word.stat + from)),
    ]),
    w.when(
      w.call(
        Call.open,
        ...[num(DISK), num(0), get(path), get(length), num(0)],
        ...[w.long(RIGHTS), w.long(0), num(NONBLOCK), num(Word.fd)],
      ),
      w.give(num(-1)),
    ),
    setWord(Word.got, num(-1)),
    setWord(Word.into, get(buffer)),
    setWord(Word.into + 4, w.add(get(size), num(1))), // what stands behind them is read too, so that it tells
    w.drop(w.call(Call.read, word(Word.fd), num(Word.into), num(1), num(Word.got))),
    w.drop(w.call(Call.close, word(Word.fd))),
    word(Word.got),
  ]
  return program(3, 2, code)
}

/** `begin(lane)`: puts the next file on a lane, padded. Gives its blocks; 0 if it is not to be had as it is listed. */
function begin(): w.Program {
  const [lane, file, size, buffer, end] = [0, 1, 2, 3, 4]
  const tail = w.add(get(buffer), get(size))
  const code: Code = [
    set(file, word(Word.file)),
    setWord(Word.reading, get(file)),
    setWord(Word.file, w.add(get(file), num(1))),
    set(size, sizeOf(get(file))),
    set(buffer, bufferOf(get(lane))),
    w.when(w.ne(w.call(Call.take, get(file), get(size), get(buffer)), get(size)), w.give(num(0))),
    FIRST_WORDS.map((first, at) => w.store(stateOf(get(lane)), num(first | 0), at * 16)),
    // a byte and eight more, and then up to a whole block
    set(end, w.add(get(buffer), w.shl(w.shr(w.add(get(size), num(8 + 64)), num(6)), num(6)))),
    w.fill(tail, 0, w.sub(get(end), tail)),
    w.storeByte(tail, num(END)),
    w.store(w.sub(get(end), num(8)), w.shl(get(size), num(3))),
    w.store(wordsOf(get(lane)), get(buffer), Lane.next),
    w.store(wordsOf(get(lane)), get(file), Lane.place),
    w.shr(w.sub(get(end), get(buffer)), num(6)),
  ]
  return program(1, 4, code)
}

/** `settle(lane)`: compares the digest of a file that is done with the listed one, and frees its lane. */
function settle(): w.Program {
  const [lane, file] = [0, 1]
  const listed = w.add(num(Table.digests), w.shl(get(file), num(4)))
  const differs = FIRST_WORDS.map((_, at) => w.ne(w.load(stateOf(get(lane)), at * 16), w.load(listed, at * 4))).reduce(
    w.or,
  )
  const code: Code = [
    set(file, w.load(wordsOf(get(lane)), Lane.place)),
    w.store(wordsOf(get(lane)), num(-1), Lane.place),
    w.store(wordsOf(get(lane)), bufferOf(get(lane)), Lane.next),
    w.when(w.isZero(differs), [
      w.storeByte(w.add(num(Table.isSame), get(file)), num(1)),
      addWord(Word.same, num(1)),
      addWord(Word.bytes, sizeOf(get(file))),
    ]),
  ]
  return { takes: ints(1), gives: [], locals: 1, code }
}

/** `refill(lane)`: settles a lane that is done, and puts the next file on it that will do. Gives its blocks. */
function refill(): w.Program {
  const [lane, blocks] = [0, 1]
  const code: Code = [
    set(blocks, w.load(wordsOf(get(lane)), Lane.blocks)),
    w.when(get(blocks), w.give(get(blocks))),
    w.when(w.ne(w.load(wordsOf(get(lane)), Lane.place), num(-1)), w.call(Call.settle, get(lane))),
    w.loop(
      w.and(w.isZero(get(blocks)), w.less(word(Word.file), word(Word.count))),
      set(blocks, w.call(Call.begin, get(lane))),
    ),
    w.store(wordsOf(get(lane)), get(blocks), Lane.blocks),
    get(blocks),
  ]
  return program(1, 1, code)
}

/** `run(rounds)`: in each, fills the lanes and digests as many blocks as all of them have. Gives 0 once all is done. */
function work(): w.Program {
  const [rounds, lane, least, blocks] = [0, 1, 2, 3]
  const each = (body: Code): Code => [set(lane, num(0)), w.loop(w.less(get(lane), num(LANES)), [body, plus(lane, 1)])]
  const isLess = w.or(w.isZero(get(least)), w.less(get(blocks), get(least)))
  const nexts = Array.from({ length: LANES }, (_, at) => word(Lane.at + at * Lane.bytes + Lane.next))
  const code: Code = [
    w.loop(get(rounds), [
      set(least, num(0)),
      each([set(blocks, w.call(Call.refill, get(lane))), w.when(get(blocks), w.when(isLess, set(least, get(blocks))))]),
      w.when(w.isZero(get(least)), w.give(num(0))),
      w.call(Call.md5, ...nexts, get(least)),
      each([
        set(blocks, w.load(wordsOf(get(lane)), Lane.blocks)),
        w.when(get(blocks), [
          w.store(wordsOf(get(lane)), w.sub(get(blocks), get(least)), Lane.blocks),
          w.store(
            wordsOf(get(lane)),
            w.add(w.load(wordsOf(get(lane)), Lane.next), w.shl(get(least), num(6))),
            Lane.next,
          ),
        ]),
      ]),
      plus(rounds, -1),
    ]),
    num(1),
  ]
  return program(1, 3, code, 'run')
}

/** A module that hashes the files of a batch as they stand in `memory.ts`, eight side by side; `run` is {@link work}. */
export const shortProgram = (): Uint8Array<ArrayBuffer> =>
  w.assemble(imports, [take(), begin(), settle(), refill(), work()])

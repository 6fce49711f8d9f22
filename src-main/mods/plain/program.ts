import * as w from '../wasm/instructions.ts'
import { fail, plus, program, setWord, word } from '../wasm/phrases.ts'
import { Kind } from '../worker/protocol.ts'
import { DIGEST_BYTES, Literal, Word } from './memory.ts'
import { Call, folded, hashWith, valuePrograms } from './values.ts'

type Code = w.Code
const { get, num, set } = w

const slotOf = (hash: Code): Code => w.and(w.xor(hash, w.shr(hash, num(15))), word(Word.mask))
const wordIn = (column: number, row: Code): Code => w.add(word(column), w.shl(row, num(2)))

/** `same(a, b)`: whether two paths are one, whatever the case of their letters. */
function same(): w.Program {
  const [a, b, letter] = [0, 1, 2]
  const next = set(letter, w.loadByte(get(a)))
  return program(2, 1, [
    next,
    w.loop(get(letter), [fail(w.ne(folded(get(letter)), folded(w.loadByte(get(b))))), plus(a, 1), plus(b, 1), next]),
    w.isZero(w.loadByte(get(b))),
  ])
}

/** `enter(row, path, hash)`: puts a row into the index; gives 0 if one is there that a case-insensitive disk takes for the same file. */
function enter(): w.Program {
  const [row, at, hash, slot, other] = [0, 1, 2, 3, 4]
  const next = set(other, w.load(wordIn(Word.index, get(slot))))
  return program(3, 2, [
    set(slot, slotOf(get(hash))),
    next,
    w.loop(w.ne(get(other), num(-1)), [
      w.when(
        w.eq(w.load(wordIn(Word.hashes, get(other))), get(hash)),
        fail(w.call(Call.same, w.load(wordIn(Word.paths, get(other))), get(at))),
      ),
      set(slot, w.and(w.add(get(slot), num(1)), word(Word.mask))),
      next,
    ]),
    w.store(wordIn(Word.index, get(slot)), get(row)),
    w.store(wordIn(Word.hashes, get(row)), get(hash)),
    num(1),
  ])
}

/** `row(at)`: a row, with the five fields that the interface names, in that order. */
function row(): w.Program {
  const [at, place, start] = [0, 1, 2]
  const read = (call: number, ...given: Code[]): Code => [
    set(at, w.call(call, get(at), ...given)),
    fail(w.isZero(get(at))),
  ]
  const expect = (literal: number): Code => read(Call.literal, num(literal))
  return program(1, 2, [
    set(place, word(Word.rows)),
    set(start, word(Word.out)),
    fail(w.eq(get(place), word(Word.room))),
    expect(Literal.open),
    read(Call.number, num(Word.unused)),
    expect(Literal.path),
    read(Call.path),
    expect(Literal.hash),
    read(Call.digest, w.add(word(Word.digests), w.mul(get(place), num(DIGEST_BYTES)))),
    expect(Literal.name),
    read(Call.text),
    expect(Literal.size),
    read(Call.number, w.add(word(Word.sizes), w.shl(get(place), num(3)))),
    expect(Literal.close),
    w.store(wordIn(Word.paths, get(place)), get(start)),
    fail(w.isZero(w.call(Call.enter, get(place), get(start), word(Word.hash)))),
    setWord(Word.rows, w.add(get(place), num(1))),
    get(at),
  ])
}

/** `scan(rows)`: reads so many rows. Gives 1 if there are more, 2 at the text's end, and 0 where it is not plain. */
function scan(): w.Program {
  const [left, at] = [0, 1]
  return program(
    1,
    1,
    [
      set(at, word(Word.next)),
      w.loop(get(left), [
        set(at, w.call(Call.row, get(at))),
        fail(w.isZero(get(at))),
        set(at, w.call(Call.blanks, get(at))),
        w.when(w.eq(get(at), word(Word.end)), w.give(num(2))),
        set(at, w.call(Call.literal, get(at), num(Literal.comma))),
        fail(w.isZero(get(at))),
        plus(left, -1),
      ]),
      setWord(Word.next, get(at)),
      num(1),
    ],
    'scan',
  )
}

/** `match(paths, kinds, count)`: looks up what is on disk. Gives how many files there are, each of them listed as it is spelled; −1 if something else is there too. */
function match(): w.Program {
  const [at, kinds, count, files, start, hash, letter, slot, other] = [0, 1, 2, 3, 4, 5, 6, 7, 8]
  const next = set(letter, w.loadByte(get(at)))
  const stranger = (condition: Code): Code => w.when(condition, w.give(num(-1)))
  const nextRow = [
    set(other, w.load(wordIn(Word.index, get(slot)))),
    set(slot, w.and(w.add(get(slot), num(1)), word(Word.mask))),
  ]
  const lookUp = [
    set(slot, slotOf(get(hash))),
    nextRow,
    stranger(w.eq(get(other), num(-1))),
    w.loop(w.isZero(w.call(Call.equal, get(start), w.load(wordIn(Word.paths, get(other))))), [
      nextRow,
      stranger(w.eq(get(other), num(-1))),
    ]),
    plus(files, 1),
  ]
  return program(
    3,
    6,
    [
      w.loop(get(count), [
        set(start, get(at)),
        set(hash, num(0)),
        next,
        w.loop(get(letter), [set(hash, hashWith(get(hash), get(letter))), plus(at, 1), next]),
        w.either(
          w.eq(w.loadByte(get(kinds)), num(Kind.file)),
          lookUp,
          stranger(w.ne(w.loadByte(get(kinds)), num(Kind.folder))),
        ),
        plus(at, 1),
        plus(kinds, 1),
        plus(count, -1),
      ]),
      get(files),
    ],
    'match',
  )
}

/** `equal(a, b)`: whether two texts are the same, to the zero at their end. */
function equal(): w.Program {
  const [a, b, letter] = [0, 1, 2]
  const next = set(letter, w.loadByte(get(a)))
  return program(2, 1, [
    next,
    w.loop(get(letter), [fail(w.ne(get(letter), w.loadByte(get(b)))), plus(a, 1), plus(b, 1), next]),
    w.isZero(w.loadByte(get(b))),
  ])
}

/** A module that reads a list as `memory.ts` has it, and compares it with what is on disk; `scan` and `match`. */
export const plainProgram = (): Uint8Array<ArrayBuffer> =>
  w.assemble([], [...valuePrograms(), same(), equal(), enter(), row(), scan(), match()])

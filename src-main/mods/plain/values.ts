import { MAX_PATH, MAX_SEGMENT } from '../safe-path.ts'
import * as w from '../wasm/instructions.ts'
import { any, character, fail, is, isOneOf, plus, program, setWord, word } from '../wasm/phrases.ts'
import { Class, DIGEST_BYTES, HEX_VALUES, PATH_CLASSES, TEXT, Word } from './memory.ts'

type Code = w.Code
const { get, num, set } = w

/** Functions by their place in the module. */
export const Call = {
  ...{ blanks: 0, literal: 1, number: 2, text: 3, digest: 4, segment: 5, path: 6 },
  ...{ same: 7, equal: 8, enter: 9, row: 10 },
} as const

/** An ASCII letter as a small one, and the hash of a path with one more character. */
export const folded = (letter: Code): Code =>
  w.add(letter, w.shl(w.below(w.sub(letter, character('A')), num(26)), num(5)))
export const hashWith = (hash: Code, letter: Code): Code =>
  w.and(w.add(w.mul(hash, num(31)), folded(letter)), num(0x3fffffff))

// All that read take where to begin, and give where they ended; 0 where the text is not as it should be.

function blanks(): w.Program {
  const [at] = [0]
  return program(1, 0, [w.loop(isOneOf(w.loadByte(get(at)), ' \t\r\n'), plus(at, 1)), get(at)])
}

/** `literal(at, literals)`: one after the other, blanks before each. Behind the last one there are two zeros. */
function literal(): w.Program {
  const [at, wanted] = [0, 1]
  return program(2, 0, [
    w.loop(w.loadByte(get(wanted)), [
      set(at, w.call(Call.blanks, get(at))),
      w.loop(w.loadByte(get(wanted)), [
        fail(w.ne(w.loadByte(get(at)), w.loadByte(get(wanted)))),
        plus(at, 1),
        plus(wanted, 1),
      ]),
      plus(wanted, 1),
    ]),
    get(at),
  ])
}

/** `number(at, into)`: a whole number of up to 15 digits, as JSON spells it. */
function number(): w.Program {
  const [at, into, digits, digit, first] = [0, 1, 2, 3, 4]
  const next = set(digit, w.sub(w.loadByte(get(at)), character('0')))
  return program(2, 3, [
    set(at, w.call(Call.blanks, get(at))),
    set(first, w.loadByte(get(at))),
    w.clearDouble(get(into)),
    next,
    w.loop(w.below(get(digit), num(10)), [w.appendDigit(get(into), get(digit)), plus(digits, 1), plus(at, 1), next]),
    fail(w.isZero(w.below(w.sub(get(digits), num(1)), num(15)))),
    fail(w.and(is(get(first), '0'), w.ne(get(digits), num(1)))),
    get(at),
  ])
}

/** `text(at)`: a string of printable ASCII without escapes. */
function text(): w.Program {
  const [at, letter] = [0, 1]
  const next = set(letter, w.loadByte(get(at)))
  return program(1, 1, [
    set(at, w.call(Call.blanks, get(at))),
    fail(w.ne(w.loadByte(get(at)), character('"'))),
    plus(at, 1),
    next,
    w.loop(w.ne(get(letter), character('"')), [
      fail(w.isZero(w.below(w.sub(get(letter), num(32)), num(127 - 32)))),
      fail(is(get(letter), '\\')),
      plus(at, 1),
      next,
    ]),
    w.add(get(at), num(1)),
  ])
}

/** `digest(at, into)`: 32 hex digits. */
function digest(): w.Program {
  const [at, into, left, high, low] = [0, 1, 2, 3, 4]
  const digitAt = (offset: number): Code => [
    fail(w.isZero(w.below(w.loadByte(get(at), offset), num(128)))),
    set(offset === 0 ? high : low, w.loadByte(w.add(num(HEX_VALUES), w.loadByte(get(at), offset)))),
    fail(w.eq(get(offset === 0 ? high : low), num(255))),
  ]
  return program(2, 3, [
    set(at, w.call(Call.blanks, get(at))),
    fail(w.ne(w.loadByte(get(at)), character('"'))),
    plus(at, 1),
    set(left, num(DIGEST_BYTES)),
    w.loop(get(left), [
      digitAt(0),
      digitAt(1),
      w.storeByte(get(into), w.or(w.shl(get(high), num(4)), get(low))),
      plus(at, 2),
      plus(into, 1),
      plus(left, -1),
    ]),
    fail(w.ne(w.loadByte(get(at)), character('"'))),
    w.add(get(at), num(1)),
  ])
}

const letters = (three: string): Code =>
  num((three.charCodeAt(0) << 16) | (three.charCodeAt(1) << 8) | three.charCodeAt(2))

/** `segment(from, to, dot)`: whether a name is sound beyond doubt; more than the reserved ones are doubtful. `dot`: its first dot or blank, or 0. */
function segment(): w.Program {
  const [from, to, dot, base, begin] = [0, 1, 2, 3, 4]
  const length = w.sub(get(to), get(from))
  const small = (offset: number): Code => w.or(w.loadByte(get(from), offset), num(32))
  const begins = (...names: string[]): Code => any(...names.map((name) => w.eq(get(begin), letters(name))))
  return program(3, 2, [
    fail(w.isZero(w.below(w.sub(length, num(1)), num(MAX_SEGMENT)))),
    fail(isOneOf(w.loadByte(w.sub(get(to), num(1))), '. ')),
    set(base, length),
    w.when(get(dot), set(base, w.sub(get(dot), get(from)))),
    w.when(w.below(get(base), num(3)), w.give(num(1))),
    set(begin, w.or(w.or(w.shl(small(0), num(16)), w.shl(small(1), num(8))), small(2))),
    fail(w.and(w.below(get(base), num(5)), begins('con', 'prn', 'aux', 'nul', 'com', 'lpt'))),
    // conin$, conout$, clock$
    fail(w.and(w.below(get(base), num(8)), w.and(begins('con', 'clo'), isOneOf(small(3), 'ioc')))),
    num(1),
  ])
}

/** `path(at)`: a path that is sound beyond doubt, with forward slashes from then on, in the folder in which all are. */
function path(): w.Program {
  const [at, out, from, dot, hash, first, letter, kind, start] = [0, 1, 2, 3, 4, 5, 6, 7, 8]
  const next = set(letter, w.loadByte(get(at)))
  const endSegment = fail(w.isZero(w.call(Call.segment, get(from), get(out), get(dot))))
  const put = [w.storeByte(get(out), get(letter)), set(hash, hashWith(get(hash), get(letter))), plus(out, 1)]
  const escaped = [plus(at, 1), fail(w.isZero(isOneOf(w.loadByte(get(at)), '\\/'))), set(letter, character('/'))]
  const slash = [
    endSegment,
    w.when(w.isZero(get(first)), set(first, w.sub(get(out), get(start)))),
    put,
    set(from, get(out)),
    set(dot, num(0)),
  ]
  const other = [
    fail(w.isZero(w.below(get(letter), num(128)))),
    set(kind, w.loadByte(w.add(num(PATH_CLASSES), get(letter)))),
    fail(w.eq(get(kind), num(Class.none))),
    w.when(w.eq(get(kind), num(Class.inner)), [
      fail(w.eq(get(out), get(from))),
      w.when(w.isZero(get(dot)), set(dot, get(out))),
    ]),
    put,
  ]
  const compareFirst = [
    fail(w.ne(get(first), word(Word.first))),
    w.loop(get(first), [
      plus(first, -1),
      fail(w.ne(w.loadByte(w.add(get(start), get(first))), w.loadByte(w.add(num(TEXT), get(first))))),
    ]),
  ]
  return program(1, 8, [
    set(at, w.call(Call.blanks, get(at))),
    fail(w.ne(w.loadByte(get(at)), character('"'))),
    plus(at, 1),
    set(start, word(Word.out)),
    set(out, get(start)),
    set(from, get(start)),
    next,
    w.loop(w.ne(get(letter), character('"')), [
      w.when(is(get(letter), '\\'), escaped),
      w.either(is(get(letter), '/'), slash, other),
      plus(at, 1),
      next,
    ]),
    endSegment,
    fail(w.isZero(get(first))),
    fail(w.less(num(MAX_PATH), w.sub(get(out), get(start)))),
    w.when(w.isZero(word(Word.rows)), setWord(Word.first, get(first))),
    compareFirst,
    w.storeByte(get(out), num(0)),
    setWord(Word.out, w.add(get(out), num(1))),
    setWord(Word.hash, get(hash)),
    w.add(get(at), num(1)),
  ])
}

/** What reads a row's values, in the order of {@link Call}. */
export const valuePrograms = (): w.Program[] => [blanks(), literal(), number(), text(), digest(), segment(), path()]

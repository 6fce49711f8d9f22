import { expect, test } from 'vitest'
import {
  hostAndPort,
  isFolderName,
  isForShells,
  safeName,
  safeServer,
  type ServerFields,
  toFields,
} from '../../src-main/play/launch/server-fields.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'
import { server } from './support.ts'

const good: ServerFields = { IpAddress: 'play.example.org', Port: 2302, ServerPassword: '', StartParameters: '' }

/** What is told of a record with these values: field and problem; nothing where it may reach a command line. */
function refusal(values: Partial<ServerFields>, viaSteam = false): string | undefined {
  try {
    safeServer({ ...good, ...values }, viaSteam)
    return undefined
  } catch (error) {
    if (!isFailure(error) || !error.is('server-field-refused')) throw error
    return `${error.facts.field} ${error.facts.problem}`
  }
}

/** The folders of a join without what is refused. */
const leftOf = (startParameters: string) => safeServer(toFields({ ...server, startParameters }, '', true)).mods

const label = 'a'.repeat(63)
const longest = [label, label, label, 'b'.repeat(61)].join('.')
const folders = (count: number) => Array.from({ length: count }, (_, at) => `@m${at}`).join(';')

test.each([
  ['', 'missing'],
  [`${longest}c`, 'tooLong'],
  ['play\u202eexample.org', 'controlCharacter'],
  ['-connect', 'startsASwitch'],
  ['a b', 'notAHost'],
  ['a..b', 'notAHost'],
  ['-a.example', 'startsASwitch'],
  ['a-.example', 'notAHost'],
  ['127.1', 'notAHost'],
  ['127.1.', 'notAHost'],
  ['2130706433', 'notAHost'],
  ['0x7f.0x1', 'notAHost'],
  ['fe80::1%eth0', 'notAHost'],
  ['münchen.example', 'notAHost'],
])('the host %j is refused: %s', (IpAddress, problem) => {
  expect(refusal({ IpAddress })).toBe(`IpAddress ${problem}`)
})

test.each([0, -1, 65_536, 2302.5, Number.NaN, Infinity])('the port %d is none', (Port) => {
  expect(refusal({ Port })).toBe('Port notAPort')
})

test.each([
  ['a'.repeat(65), 'tooLong'],
  ['a\u0000b', 'controlCharacter'],
  ['-password=x', 'startsASwitch'],
  ['a b', 'forbiddenCharacter'],
  ['a"b', 'forbiddenCharacter'],
  ["a'b", 'forbiddenCharacter'],
  ['a%b', 'forbiddenCharacter'],
  ['ʺ', 'forbiddenCharacter'],
])('the password %j is refused: %s', (ServerPassword, problem) => {
  expect(refusal({ ServerPassword })).toBe(`ServerPassword ${problem}`)
})

test('a password that a shell would read is refused where Steam starts the game by one', () => {
  expect(refusal({ ServerPassword: 'a$b' })).toBeUndefined()
  expect(refusal({ ServerPassword: 'a$b' }, true)).toBe('ServerPassword forbiddenCharacter')
})

test.each([
  ['@a\n@b', 'controlCharacter'],
  ['@a\u202eb', 'controlCharacter'],
  ['@a\u0000', 'controlCharacter'],
  [folders(65), 'tooLong'],
  [`@${'a'.repeat(64)}`, 'tooLong'],
  ['-mod', 'startsASwitch'],
  ['@a -window', 'startsASwitch'],
  ['@a /x', 'startsASwitch'],
  ['@a;..', 'notAFolder'],
  ['C:\\mods', 'notAFolder'],
  ['a/b', 'notAFolder'],
  ['@con', 'notAFolder'],
  ['lpt1.x', 'notAFolder'],
  ['@a.', 'notAFolder'],
])('the start parameters %j are refused: %s', (StartParameters, problem) => {
  expect(refusal({ StartParameters })).toBe(`StartParameters ${problem}`)
})

test.each([
  ['@a\n', ['@a']],
  ['\r\n@a\t;\ufeff@b\u2028', ['@a', '@b']],
])('a blank at the end of a folder of the start parameters %j is no fault', (StartParameters, mods) => {
  expect(safeServer({ ...good, StartParameters }).mods).toEqual(mods)
})

test.each([
  ['@a\n-window;@b', ['@b']],
  ['@a\u202eb;@b;@c\u0000', ['@b']],
  ['@a;..;@b -window;@con', ['@a']],
  [`..;${folders(65)}`, folders(64).split(';')],
])('a join without the odd folders of %j has the others', (StartParameters, mods) => {
  expect(leftOf(StartParameters)).toEqual(mods)
})

test('the longest and the last of what is allowed passes as it is', () => {
  expect(
    safeServer({
      IpAddress: longest,
      Port: 65_535,
      ServerPassword: 'a'.repeat(64),
      StartParameters: ` @a ;;${folders(62)};@${'b'.repeat(63)};`,
    }),
  ).toEqual({
    host: longest,
    port: 65_535,
    password: 'a'.repeat(64),
    mods: ['@a', ...folders(62).split(';'), `@${'b'.repeat(63)}`],
  })
  expect(safeServer({ ...good, IpAddress: '2001:db8::1', Port: 1 })).toEqual({
    host: '2001:db8::1',
    port: 1,
    password: '',
    mods: [],
  })
  expect(refusal({ IpAddress: 'play.example.org.' })).toBeUndefined()
})

test('the fields are the record’s, and a port that is absent is none', () => {
  const fields = { IpAddress: '203.0.113.5', Port: 2302, ServerPassword: 'key', StartParameters: '@Harbour' }
  expect(toFields({ ...server, password: 'key' })).toEqual(fields)
  expect(refusal(toFields({ ...server, port: null }))).toBe('Port notAPort')
})

test('an address with a port has brackets where it has colons', () => {
  expect([hostAndPort('play.example.org', 1), hostAndPort('2001:db8::1', 2)]).toEqual([
    'play.example.org:1',
    '[2001:db8::1]:2',
  ])
})

test.each([
  ['Anna B', 'Anna B'],
  [' A\u0308_1 ', 'Ä_1'],
  ['=TAG= Anna', ''],
  ['100%', ''],
  ['  -window', ''],
  ['. a', ''],
  ['a -x', ''],
  ['a  b', ''],
  ['a"b;c%d/e', ''],
  ['a\u3164', ''],
])('the name %j is %j in the game, and never a similar one', (name, safe) => {
  expect(safeName(name)).toBe(safe)
})

test.each(['a b', 'a$b', "it's", 'a"b', 'a~', 'a|b'])('%j means something to a shell', (text) => {
  expect(isForShells(text)).toBe(true)
})

test('letters, digits and the signs of a path mean nothing to one', () => {
  expect(isForShells('-mod=@Harbour_1.2/ü+,:%-')).toBe(false)
})

test('folders as players know them: a lone dash in a name, and the launcher’s links to the workshop', () => {
  const names = ['@CUP Terrains - Core', '!Workshop\\@x', '!workshop/@CUP Weapons - x']
  expect(safeServer({ ...good, StartParameters: names.join(';') }).mods).toEqual(names)
})

test.each([
  ['@a - -exec', 'startsASwitch'],
  ['@a -', 'startsASwitch'],
  ['@a - /x', 'startsASwitch'],
  ['!Workshop\\..\\x', 'notAFolder'],
  ['!Workshop\\!Workshop\\@x', 'notAFolder'],
  ['!Other\\@x', 'notAFolder'],
  ['!Workshop\\', 'notAFolder'],
  ['!Workshop\\-exec', 'startsASwitch'],
  ['!Workshop\\nul', 'notAFolder'],
])('the folder %j is refused: %s, and left out where that is wanted', (name, problem) => {
  expect(refusal({ StartParameters: `@a;${name}` })).toBe(`StartParameters ${problem}`)
  expect(leftOf(`@a;${name};@b`)).toEqual(['@a', '@b'])
})

test('a server that names no folders has its mod’s own', () => {
  for (const startParameters of ['', ' ', ' ; '])
    expect(toFields({ ...server, startParameters }, '@Harbour').StartParameters).toBe('@Harbour')
  expect(toFields({ ...server, startParameters: ' ' }).StartParameters).toBe('')
  expect(toFields({ ...server, startParameters: '@x' }, '@Harbour').StartParameters).toBe('@x')
  expect(toFields({ ...server, startParameters: '-window' }, '@Harbour', true).StartParameters).toBe('@Harbour')
  expect(toFields({ ...server, startParameters: '' }, '@Harbour,2', true).StartParameters).toBe('')
})

test('folders may stand behind the switch that they are for', () => {
  for (const startParameters of ['-mod=@a;@b', ' -MOD=@a; @b ;'])
    expect(safeServer(toFields({ ...server, startParameters })).mods).toEqual(['@a', '@b'])
})

test('a folder can stand on the line by its name alone', () => {
  expect(['@Harbour', '!Workshop\\@Harbour', '@a b'].map(isFolderName)).toEqual([true, true, true])
  expect(['@a\u202eb', '-mod', '@a;b', 'con', ''].map(isFolderName)).toEqual([false, false, false, false, false])
})

test('a password that only a shell would misread is taken where none is between', () => {
  expect(safeServer({ ...good, ServerPassword: 'a;b' }).password).toBe('a;b')
})

test('a folder that is none is left out where that is asked for, and only there', () => {
  expect(leftOf('@a;-x;@b')).toEqual(['@a', '@b'])
  expect(refusal({ ...good, StartParameters: '@a;-x;@b' })).toBe('StartParameters startsASwitch')
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gameArguments, masked, partForFile, splitWords } from '../../src-main/play/launch/arguments.ts'
import type { SafeServer } from '../../src-main/play/launch/server-fields.ts'
import { optionsWith, recipeWith } from './support.ts'

const server: SafeServer = { host: '203.0.113.5', port: 2302, password: '', mods: [] }
const recipe = recipeWith()

describe('the game’s arguments', () => {
  it('are the recipe’s without those that have no value, then the player’s', () => {
    expect(gameArguments(recipe, server, optionsWith())).toEqual([
      '-noLauncher',
      '-useBE',
      '-connect=203.0.113.5',
      '-port=2302',
    ])
    const extra = '-malloc=system "-profiles=C:\\My Games"'
    const options = optionsWith({ profileName: 'Anna B', maxMem: 8192, cpuCount: 8, exThreads: 7, extra })
    expect(gameArguments(recipe, { ...server, mods: ['@a', '@b c'], password: 'key' }, options).slice(4)).toEqual([
      '-mod=@a;@b c',
      '-password=key',
      '-name=Anna B',
      '-maxMem=8192',
      '-cpuCount=8',
      '-exThreads=7',
      '-malloc=system',
      '-profiles=C:\\My Games',
    ])
  })

  it.each(['noSplash', 'skipIntro', 'window', 'enableHT', 'noPause', 'hugePages'])(
    'have the switch -%s where the player chose it',
    (name) => {
      expect(gameArguments(recipe, server, optionsWith({ [name]: true })).slice(4)).toEqual([`-${name}`])
    },
  )

  it('have only switches that the game knows', () => {
    const other = recipeWith({ switches: { window: '-windowed', maxMem: '-memory' } })
    const options = optionsWith({ noSplash: true, window: true, maxMem: 4096, cpuCount: 4 })
    expect(gameArguments(other, server, options).slice(4)).toEqual(['-windowed', '-memory=4096'])
  })

  it('have no address where there is no server', () => {
    expect(gameArguments(recipe, { ...server, host: '', port: 0 }, optionsWith())).toEqual(['-noLauncher', '-useBE'])
  })

  it('use the system’s memory allocator where the player wants it', () => {
    expect(gameArguments(recipe, server, optionsWith({ systemMalloc: true })).slice(4)).toEqual(['-malloc=system'])
  })

  it('have no world in the menu where the player wants none', () => {
    expect(gameArguments(recipe, server, optionsWith({ worldEmpty: true })).slice(4)).toEqual(['-world=empty'])
  })

  it('fill every place of a template, and leave out one of an unknown name', () => {
    const own = recipeWith({ arguments: ['{host}:{port}', '-x={nothing}', '-y={host}{password}'] })
    expect(gameArguments(own, server, optionsWith())).toEqual(['203.0.113.5:2302'])
  })

  it('have a blank for a sign that shows nothing', () => {
    expect(gameArguments(recipe, server, optionsWith({ extra: '-a\u0000-b "c\u2028d"' })).slice(4)).toEqual([
      '-a',
      '-b',
      'c d',
    ])
  })

  it('part into those of a file and those that the game reads only from the line', () => {
    const args = ['-noLauncher', '-MAXMEM=1', '-malloc', '-mallocs=1', '-x', '-profilesX']
    expect(partForFile(args, recipe)).toEqual({
      file: ['-mallocs=1', '-x', '-profilesX'],
      line: ['-noLauncher', '-MAXMEM=1', '-malloc'],
    })
  })

  it('are shown with the password masked', () => {
    const inside = recipeWith({ arguments: ['-x=a', '+login:{password}:{host}'] })
    expect(masked(['-x=a', '+login:secret:h', '+login'], inside)).toEqual(['-x=a', '+login:•••', '+login'])
  })
})

describe('free text switches', () => {
  it.each([
    ['', []],
    ['  -a   -b ', ['-a', '-b']],
    ['-a="b c" d', ['-a=b c', 'd']],
    [`'-a "b"' "c 'd'"`, ['-a "b"', "c 'd'"]],
    ['-p=C:\\Games\\x "C:\\My Games\\y"', ['-p=C:\\Games\\x', 'C:\\My Games\\y']],
    ['a\\ b "c\\"d" e\\\\f', ['a b', 'c"d', 'e\\f']],
    ['"" x', ['', 'x']],
    ['"not closed -b', ['not closed -b']],
    ["a'not closed\\' b", ['anot closed\\', 'b']],
    ['"c:\\d\\', ['c:\\d\\']],
    ['"" \\', ['', '\\']],
    ['$(id) `id` %PATH% ; | & > *', ['$(id)', '`id`', '%PATH%', ';', '|', '&', '>', '*']],
  ])('%j', (line, words) => {
    expect(splitWords(line)).toEqual(words)
  })

  it('gives back words that were quoted', () => {
    const quote = (word: string) => `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        expect(splitWords(words.map(quote).join(' '))).toEqual(words)
      }),
    )
  })
})

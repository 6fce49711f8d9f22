import { describe, expect, it } from 'vitest'
import { Failure, type FailureCode } from '../../src-preload/contract/failure.ts'
import { openParts } from '../../src-main/shell/wiring/parts.ts'
import { openGame, type GameOpeners } from '../../src-main/shell/wiring/game.ts'

function loggedParts() {
  const logged: string[] = []
  const told: Failure[] = []
  const log = {
    error: (line: string) => void logged.push(line),
    incident: (error: unknown) => {
      logged.push(String(error))
      return `N${logged.length}`
    },
  }
  return { logged, told, codes: () => told.map(({ code }) => code), part: openParts(log, (why) => told.push(why)) }
}

describe('a part of the app', () => {
  it('that opens is handed on, and nothing is told', async () => {
    const { part, told } = loggedParts()
    expect(await part('mods', () => 7)).toBe(7)
    expect(told).toEqual([])
  })

  it('that fails is logged and told once, with an incident, and whoever asks hears the same', async () => {
    const { part, told, logged } = loggedParts()
    const opening = part('desktop', () => {
      throw new TypeError('no tray')
    })
    const why = await opening.catch((error: unknown) => error)
    expect(why).toMatchObject({ code: 'part-not-opened', facts: { part: 'desktop', incident: 'N1' } })
    expect(told).toEqual([why])
    expect(logged).toEqual(['TypeError: no tray'])
  })

  it('that stands on a failed one is not told a second time', async () => {
    const { part, told } = loggedParts()
    const mods = part('mods', () => Promise.reject(new Error('EIO')))
    const repair = part('repair', () => mods)
    await expect(repair).rejects.toMatchObject({ code: 'part-not-opened', facts: { part: 'mods' } })
    expect(told).toHaveLength(1)
  })

  it('that knows why it fails says so itself, and it is in the log', async () => {
    const { part, codes, logged } = loggedParts()
    const unusable = new Failure('game-dir-unusable', { path: '/games/x', errno: 'EIO' })
    await expect(part('repair', () => Promise.reject(unusable))).rejects.toBe(unusable)
    expect(codes()).toEqual(['game-dir-unusable'])
    expect(logged.join()).toContain('game-dir-unusable')
  })
})

describe('the modules of the game', () => {
  const playing = { now: false, onChange: () => () => undefined }
  /** Modules as far as their wiring looks at them, of which some fail. */
  function open(failing: Partial<Record<'mods' | 'play' | 'repair' | 'recover', Error>> = {}) {
    const { part, told, codes } = loggedParts()
    const fail = (name: keyof typeof failing) => {
      if (failing[name]) throw failing[name]
    }
    const steps: string[] = []
    const openers = {
      async mods() {
        await Promise.resolve()
        fail('mods')
        return { handlers: 'mods', forPlay: { lastCheck: () => 'ready' }, giveWayTo: () => steps.push('gives way') }
      },
      play() {
        fail('play')
        return { handlers: 'play', play: { game: { playing }, recent: { list: ['a place'] }, voice: {} } }
      },
      repair() {
        fail('repair')
        const recover = async () => {
          await Promise.resolve()
          steps.push('recovers')
          fail('recover')
        }
        return { handlers: 'repair', recover }
      },
    }
    const { any, openings } = openGame(part, openers as unknown as GameOpeners)
    const ask = (module: keyof typeof openings): Promise<unknown> =>
      openings[module]().catch((error: Failure) => error.code satisfies FailureCode)
    const answers = async () => [await ask('mods'), await ask('play'), await ask('repair')]
    return { answers, any, told, codes, steps }
  }

  it('all answer once what was left half-way is found', async () => {
    const { answers, codes, steps } = open()
    expect(await answers()).toEqual(['mods', 'play', 'repair'])
    expect(steps).toEqual(['gives way', 'recovers'])
    expect(codes()).toEqual([])
  })

  it('without mods leave play, which says why where it needs one looked at', async () => {
    const { answers, any, told } = open({ mods: new Error('EIO') })
    expect(await answers()).toEqual(['part-not-opened', 'play', 'part-not-opened'])
    expect(told).toHaveLength(1)
    const { mods, play } = await any
    await expect(mods.forPlay.checkMod(1, new AbortController().signal)).rejects.toBe(told[0])
    expect([mods.service.installed(), mods.forPlay.lastCheck(1)]).toEqual([[], undefined])
    expect(play.recent.list).toEqual(['a place'])
  })

  it('without play leave the mods, and a tray that says why', async () => {
    const { answers, any, told } = open({ play: new Error('no threads') })
    expect(await answers()).toEqual(['mods', 'part-not-opened', 'part-not-opened'])
    const { play } = await any
    expect(play.recent.list).toEqual([])
    await expect(play.voice.open(undefined)).rejects.toBe(told[0])
  })

  it('without repair leave mods and play', async () => {
    const { answers, told } = open({ repair: new Error('x') })
    expect(await answers()).toEqual(['mods', 'play', 'part-not-opened'])
    expect(told).toHaveLength(1)
  })

  it('open all the same where a game folder cannot be looked through', async () => {
    const { answers, codes } = open({ recover: new Failure('game-dir-unusable', { path: '/games/x', errno: 'EIO' }) })
    expect(await answers()).toEqual(['mods', 'play', 'repair'])
    expect(codes()).toEqual(['game-dir-unusable'])
  })
})

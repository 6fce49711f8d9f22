import type { JoinProgress } from '../../src-preload/contract/play.ts'
import { GameWatch, type PlayServer } from '../../src-main/play/index.ts'
import { join, type JoinParts, type JoinWish, startAlone } from '../../src-main/play/join/join.ts'
import { planLaunch } from '../../src-main/play/launch/plan.ts'
import { toFields } from '../../src-main/play/launch/server-fields.ts'
import { optionsWith, platformWith, recipeWith, server } from './support.ts'

export const install = {
  path: '/games/a',
  source: 'steam',
  executable: 'a.exe',
  updateWaiting: false,
  inUse: true,
} as const
export const ready = { ready: true, problems: 0, tier: 'quick', at: 1, missingBytes: 0, mod: 'Harbour' } as const

/** A join whose parts do nothing but note what was asked of them; the game appears as soon as it is started. */
export function joining(given: Partial<JoinParts> = {}, record: Partial<PlayServer> = {}, timeoutMs?: number) {
  const done: string[] = []
  const processes: { names: string[] }[] = []
  const platform = platformWith({ processes: () => Promise.resolve(processes) })
  const game = new GameWatch({
    platform,
    names: ['game'],
    now: () => new Date(0),
    pollMs: 10,
    startPollMs: 1,
    timeoutMs,
  })
  const recipe = recipeWith({ viaSteam: [] })
  const parts: JoinParts = {
    server: () => Promise.resolve({ ...server, ...record }),
    install: () => Promise.resolve(install),
    warnings: () => [],
    modsDir: () => undefined,
    plan: (one, folder, leaveOut) =>
      planLaunch(one && { ...toFields(one, '', leaveOut), appId: one.appId ?? 0 }, {
        platform,
        recipe,
        install: folder,
        options: optionsWith(),
        ownFolder: '/own',
      }),
    modsOf: ({ modId }) => Promise.resolve(modId === null ? [] : [modId]),
    checkMod: () => {
      done.push('check')
      return Promise.resolve(ready)
    },
    bringUp: () => {
      done.push('bring up')
      return Promise.resolve(true)
    },
    openVoice: () => {
      done.push('voice')
      return Promise.resolve()
    },
    start: (plan, one) => {
      done.push(plan.way === 'link' ? plan.url : `start ${one?.name ?? 'alone'}`)
      processes.push({ names: ['game'] })
      return Promise.resolve()
    },
    kicked: () => Promise.resolve([]),
    live: () => undefined,
    game,
    ...given,
  }
  const wish: JoinWish = { serverId: 1, anyway: false, voice: true }
  const seen: JoinProgress[] = []
  const run = async (more: Partial<JoinWish> = {}, signal = new AbortController().signal) => {
    try {
      return await join({ ...wish, ...more }, parts, signal, (progress) => seen.push(progress))
    } finally {
      game.close()
    }
  }
  const alone = (anyway = false, signal = new AbortController().signal) =>
    startAlone(anyway, parts, signal).finally(() => game.close())
  return { run, alone, done, seen, parts, processes }
}

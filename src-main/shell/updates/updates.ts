import type { PlayerSettings } from '../../../src-preload/contract/settings.ts'
import type { OtherWay, UpdateState } from '../../../src-preload/contract/updates.ts'
import { Failure } from '../../../src-preload/contract/failure.ts'
import { errnoOf } from '../../lib/index.ts'
import type { UpdateEngine } from './engine.ts'
import { fetching } from './fetching.ts'

export interface UpdateNeeds {
  /** Absent: this package has another way. */
  engine: UpdateEngine | { way: OtherWay }
  wish: () => PlayerSettings['updates']
  /** True while the game or a job runs: then nothing is loaded and nothing installed. */
  isBusy: () => boolean
  now: () => Date
  log: (line: string, error: unknown) => void
}

export interface Updates {
  get state(): UpdateState
  onChange(listener: (state: UpdateState) => void): () => void
  check(): Promise<void>
  /** @throws Failure `update-while-busy` */
  load(): Promise<void>
  /** @throws Failure `update-while-busy` */
  install(): void
  /** Looks by itself, if the player lets it; loads by itself when the update is for the next quit. */
  look(): Promise<void>
  /** To be called when the game or a job began or ended: stops loading for it, and goes on once nothing of it runs. */
  giveWay(): void
  /** Decides at the quit whether what is loaded is installed. */
  beforeQuit(): void
}

/** The update's state machine: drawn at `UpdateState`. */
export function createUpdates({ engine, wish, isBusy, now, log }: UpdateNeeds): Updates {
  const own = 'way' in engine ? undefined : engine
  let state: UpdateState = 'way' in engine ? { phase: 'by-other-way', way: engine.way } : { phase: 'idle' }
  const listeners = new Set<(state: UpdateState) => void>()
  const become = (next: UpdateState) => {
    state = next
    for (const listener of listeners) listener(state)
  }
  const fail = (error: unknown) => {
    log('the app could not be updated', error)
    become({ phase: 'failed', reason: errnoOf(error) || 'unknown' })
  }
  const check = async () => {
    if (!own || !['idle', 'failed', 'available'].includes(state.phase)) return
    become({ phase: 'checking' })
    try {
      const version = await own.check()
      become(version ? { phase: 'available', version } : { phase: 'idle', checkedAt: now().getTime() })
    } catch (error) {
      fail(error)
    }
  }
  const line = own && fetching(own, { isBusy, isUnwanted: () => wish() === 'never', become, fail })
  const load = async () => {
    if (!line || state.phase !== 'available') return
    if (isBusy()) throw new Failure('update-while-busy', {}) // the line is the game's
    await line.fetch(state.version)
  }
  let missed = false
  const look = async () => {
    missed = isBusy()
    if (missed || wish() === 'never') return
    await check()
    if (wish() !== 'on-quit' || state.phase !== 'available') return
    if (isBusy()) line?.wait(state.version)
    else await load()
  }
  return {
    get state() {
      return state
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    check,
    load,
    install() {
      if (state.phase !== 'ready') return
      if (isBusy()) throw new Failure('update-while-busy', {})
      own?.installNow()
    },
    look,
    giveWay() {
      line?.giveWay()
      if (missed && !isBusy()) void look()
    },
    beforeQuit: () => own?.installOnQuit(state.phase === 'ready' && wish() === 'on-quit' && !isBusy()),
  }
}

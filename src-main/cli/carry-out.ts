import { Failure } from '../../src-preload/contract/failure.ts'
import type { RepairPlan, RepairState } from '../../src-preload/contract/repair.ts'
import type { RepairService } from '../mods/repair/index.ts'
import type { GameWatch } from '../play/index.ts'
import { openProgressBar } from './progress-bar.ts'
import type { Terminal } from './terminal.ts'

export interface Carried {
  service: RepairService
  game: Pick<GameWatch, 'onChange' | 'state'>
  plan: RepairPlan
  /** Moves files that are not in the list to the quarantine. */
  setAside: boolean
  terminal: Terminal
  signal: AbortSignal
}

/**
 * Pauses the repair while the game runs. Calls `onLost` if it becomes unknown whether the game still runs. Returns a function that
 * stops this.
 */
function pauseForGame({ service, game, terminal }: Carried, onLost: () => void): () => void {
  let waits = false
  const follow = ({ running }: GameWatch['state']) => {
    if (running === null) return waits ? onLost() : undefined
    waits = running
    service.gameRuns(running)
    if (running) terminal.stderr.write('the game is running; waiting until it is closed\n')
  }
  follow(game.state) // the game may have started since the last look
  return game.onChange(follow)
}

/**
 * Carries out a plan and returns its last state. Waits while the game runs.
 * @throws Failure `game-unseen` if it becomes unknown whether the game still runs. Repaired files are kept; the next repair continues.
 * AbortError if it was stopped before it began.
 */
export async function carryOut(carried: Carried): Promise<RepairState> {
  const { service, plan, setAside, terminal, signal } = carried
  signal.throwIfAborted() // while it was planned
  const bar = openProgressBar(terminal)
  const stop = () => void service.stop(plan.modId)
  signal.addEventListener('abort', stop, { once: true })
  let leave = () => undefined as void
  let isLost = false
  try {
    return await new Promise<RepairState>((resolve, reject) => {
      leave = pauseForGame(carried, () => {
        isLost = true
        stop()
      })
      service.onChange(() => {
        const [state] = service.states
        if (!state) return
        bar.show({ ...state.progress, currentFile: state.progress.current[0] })
        if (isLost && state.phase === 'interrupted') reject(new Failure('game-unseen', {}))
        else if (state.phase === 'ended' || state.phase === 'interrupted') resolve(state)
      })
      const all = (rows: readonly unknown[]) => '1'.repeat(rows.length)
      const choice = { fetch: all(plan.fetch), rename: all(plan.rename), extras: setAside ? all(plan.extras) : '' }
      service.start(plan.id, choice).catch((error: Error) => reject(isLost ? new Failure('game-unseen', {}) : error))
    })
  } finally {
    signal.removeEventListener('abort', stop)
    leave()
    bar.clear()
  }
}

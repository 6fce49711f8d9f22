import words from '../../resources/locales/en/repair.json'
import type { Problem } from '../../src-preload/contract/mods.ts'
import type { RepairCause, RepairOutcome, RepairPlan, RepairState } from '../../src-preload/contract/repair.ts'
import { repairCodes, stopCause } from '../../src-preload/contract/repair-cause.ts'
import { escapeHidden } from '../lib/index.ts'
import { type Checked, shownProblem } from '../mods/index.ts'
import { files, sizeText } from './terminal.ts'

type Found = Pick<Checked, 'result' | 'problems'>

/** The object that `--json` prints. */
export interface RepairOutput {
  /** The state of the mod after the command. `failed`: unknown, because its folder is gone; `message` says so. */
  result: 'ready' | 'damaged' | 'failed'
  code?: 'folder-gone'
  message?: string
  plan: Pick<RepairPlan, 'fetch' | 'programs' | 'rename' | 'extras' | 'blocked' | 'host'>
  /** Absent if nothing was done. */
  outcome?: Omit<RepairOutcome, 'troubles'> & {
    troubles: { path: string; code: string; kind: string; message: string }[]
  }
  /** Id of this repair's files in the quarantine. */
  session?: string
  problems: Problem[]
}

/** Why a file was not repaired: the app's sentence, with the status or errno for support. */
export function causeText(cause: RepairCause): string {
  if (cause.kind === 'locked') return `${escapeHidden(cause.program ?? 'Another program')} is using this file`
  const facts: Partial<Record<string, string | number>> = cause
  const sentence = words[`cause.${cause.kind}`].replace(/\.$/, '')
  const code = facts.status ?? facts.errno
  const text = sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name]))
  return escapeHidden(code === undefined ? text : `${text} (${code})`)
}

/** The remaining problems without another check: those that were not repaired. The repair has hashed each repaired file on the disk. */
function left(before: Found, plan: RepairPlan, outcome: RepairOutcome, setAside: boolean): Problem[] {
  const troubles = new Set(outcome.troubles.map(({ path }) => path))
  const planned = new Set([...plan.fetch, ...plan.rename, ...(setAside ? plan.extras : [])].map(({ path }) => path))
  return before.problems.filter(({ path }) => outcome.stopped !== null || !planned.has(path) || troubles.has(path))
}

const goneText = (gameDir: string): string =>
  `the folder ${gameDir} is gone; check that its drive is connected. Repaired files are kept; run the same command to continue`

interface Done {
  state: RepairState
  /** The check after the repair, if there was one. */
  after: Found | undefined
  /** Extras were moved too. */
  setAside: boolean
  gameDir: string
}

export function repairOutput(before: Found, plan: RepairPlan, done: Done | undefined): RepairOutput {
  const { fetch, programs, rename, extras, blocked, host } = plan
  const view = { fetch, programs, rename, extras, blocked, host }
  const outcome = done?.state.outcome
  if (!done || !outcome)
    return {
      result: before.result === 'ready' ? 'ready' : 'damaged',
      plan: view,
      problems: before.problems.map(shownProblem),
    }
  const troubles = outcome.troubles.map(({ path, cause }) => ({
    path,
    code: repairCodes[cause.kind],
    kind: cause.kind,
    message: causeText(cause),
  }))
  const whatWasDone = { plan: view, outcome: { ...outcome, troubles }, session: done.state.sessionId }
  if (stopCause(outcome)?.kind === 'folder-gone')
    return { result: 'failed', code: 'folder-gone', message: goneText(done.gameDir), ...whatWasDone, problems: [] }
  const problems = (done.after ? done.after.problems : left(before, plan, outcome, done.setAside)).map(shownProblem)
  const isReady = done.after ? done.after.result === 'ready' : problems.every(({ result }) => result === 'extra')
  return { result: isReady ? 'ready' : 'damaged', ...whatWasDone, problems }
}

const some = <T>(title: string, rows: readonly T[], line: (row: T) => string): string =>
  rows.length === 0 ? '' : `${title}\n${rows.map((row) => `  ${escapeHidden(line(row))}\n`).join('')}`

export function planText(plan: RepairPlan, setAside: boolean): string {
  const bytes = plan.fetch.reduce((sum, file) => sum + (file.bytes ?? 0), 0)
  const from = plan.host === null ? '' : ` from ${plan.host}`
  const time = plan.bytesPerSecond ? `, about ${Math.ceil(bytes / plan.bytesPerSecond)} s` : ''
  return [
    some(
      `download ${files(plan.fetch.length)}, ${sizeText(bytes)}${from}${time}:`,
      plan.fetch,
      (file) =>
        `${file.path}  ${file.bytes === null ? '' : sizeText(file.bytes)}${file.replaces ? '  (your file goes to the quarantine)' : ''}`,
    ),
    some(`of these, ${programs(plan)}:`, plan.programs, (path) => path),
    some('rename:', plan.rename, ({ from: old, path }) => `${old} → ${path}`),
    some(setAside ? 'move to the quarantine:' : 'not in the list, left alone:', plan.extras, ({ path }) => path),
    some(
      'cannot be repaired:',
      plan.blocked,
      ({ path, cause }) => `${path}  ${repairCodes[cause.kind]} ${causeText(cause)}`,
    ),
    plan.insecure ? 'The files are downloaded unencrypted (http); each is checked against the list.\n' : '',
    `unchanged: ${files(plan.staysCount)}. Nothing is deleted.\n`,
  ].join('')
}

const programs = ({ programs: { length } }: RepairPlan): string =>
  length === 1
    ? '1 is a program and can do anything on this computer that you can'
    : `${length} are programs and can do anything on this computer that you can`

const inQuarantine = (count: number, session = ''): string =>
  count > 0 ? `; in the quarantine (${session}): ${files(count)}` : ''

/** What remains of an interrupted repair, and how to continue. */
export function interruptedText({ progress, outcome, sessionId }: RepairState): string {
  const kept = `downloaded data is kept${inQuarantine(outcome?.setAside ?? 0, sessionId)}`
  return `${progress.filesDone} of ${files(progress.filesTotal)} done; ${kept}\nrun the same command to continue\n`
}

export function outcomeText({ result, outcome, problems, session }: RepairOutput): string {
  if (!outcome) return `${result}\n`
  const { repaired, copied, setAside, troubles, seconds } = outcome
  const cause = stopCause(outcome)
  const kept = inQuarantine(setAside, session)
  const fromHere = copied > 0 ? `, ${copied} of them copied` : ''
  const head = `${result}: ${files(repaired)} repaired in ${seconds} s${fromHere}${kept}\n`
  const why = cause ? `stopped: ${repairCodes[cause.kind]} ${causeText(cause)}\n` : ''
  return (
    head +
    why +
    some('not repaired:', troubles, ({ path, code, message }) => `${path}  ${code} ${message}`) +
    some('remaining problems:', result === 'ready' ? [] : problems, (problem) => `${problem.result}  ${problem.path}`)
  )
}

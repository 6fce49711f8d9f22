export { after, countWork, inRhythm, type Playing, SLOW_TIMES, type Timing, type Work } from './activity.ts'
export {
  inSlices,
  PauseGate,
  type Resolvers,
  forEachOf,
  sliced,
  underSignals,
  untilAborted,
  windowGone,
  withResolvers,
} from './async.ts'
export { now, sleep, steadyNow } from './clock.ts'
export { Emitter, topicOf } from './emitter.ts'
export {
  endOfLog,
  errnoOf,
  errnoOutcome,
  ifThere,
  isInside,
  isMissing,
  isNetworkPath,
  isOneModPath,
  keepAside,
  makeFolder,
  makePrivateFolder,
  readSync,
  writeFileAtomic,
} from './files.ts'
export { jsonFile, type JsonFile } from './json-file.ts'
export { type Holder, holderOf, NO_HOLDER, takeLock, withLock } from './lock.ts'
export { logFile, logFolder, openLog, type Log } from './log.ts'
export { plainFs } from './plain-fs.ts'
export { type Answer, type Ask, DroppedFiles, type Question } from './player-input.ts'
export { createRandom, hashOf, type Random } from './random.ts'
export { ReadingThread } from './reading-thread.ts'
export { createRedactor, hidingLast, type Redactor } from './redact.ts'
export { readUpTo, retryAfter } from './response.ts'
export { oneFlight, SingleFlight } from './single-flight.ts'
export { type RunTool, runTool, type ToolAnswer } from './run-tool.ts'
export { escapeHidden, escapeHtml, hasHidden, isBlank, linesIn, withoutHidden } from './text.ts'
export { noteTraffic, type Traffic, watchTraffic } from './traffic.ts'
export { AT_REST, type Estimate, Speed } from './speed.ts'
export { networkPlace, type NetworkPlace, NEXT_ADDRESS_MS, urlOf } from './url.ts'
export { serveWorker, type CallOptions, type Serving, WorkerClient, WorkerGone } from './worker-rpc.ts'
export { germanInstant, instantOf, isTimeZone } from './zoned-time.ts'

// Tested in Electron: settings.spec.ts
import { shell } from 'electron'
import { homedir, release } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { diagnosticsContract } from '../../../src-preload/contract/diagnostics.ts'
import { Failure } from '../../../src-preload/contract/failure.ts'
import type { DomainHandlers } from '../../../src-preload/contract/members.ts'
import type { SetAsideList } from '../../community/index.ts'
import { crashLogFolders, createMask, newestLog, readLog, supportReport, userNameOf } from '../../diagnostics/index.ts'
import { logFile, logFolder, topicOf, watchTraffic } from '../../lib/index.ts'
import { lastChecks } from '../../mods/index.ts'
import { aboutApp, builtPath } from '../app-info.ts'
import type { AppContext } from '../context.ts'

const TRAFFIC_EVERY_MS = 1_000

/** The traffic of this computer, at most once a second. */
const trafficTopic =
  (traffic: ReturnType<typeof watchTraffic>): DomainHandlers<typeof diagnosticsContract>['traffic'] =>
  (announce) => {
    announce(traffic.list())
    let changed = false
    traffic.onChange(() => (changed = true))
    setInterval(() => {
      if (changed) announce(traffic.list())
      changed = false
    }, TRAFFIC_EVERY_MS)
  }

/** Page failures that are logged in one run. */
const MOST_PAGE_FAILURES = 20

/** Opens diagnostics: report, log folder, crash reader and traffic. */
export function openDiagnostics(
  context: AppContext,
  setAside: SetAsideList,
): DomainHandlers<typeof diagnosticsContract> {
  const { settings, own, profile, recipe, profileDir, demo, demoGameDir, redactor, now, userData } = context
  const chosen = () => {
    const { gameDirs, modsDirs, gameInstalls, ownModsDirs } = settings.settings
    const lists = [gameInstalls, ownModsDirs].flatMap((ofCommunity) => Object.values(ofCommunity).flat())
    return [...Object.values(gameDirs), ...Object.values(modsDirs), ...lists]
  }
  const mask = createMask({ userName: userNameOf(), homeDir: homedir(), chosen })
  const clean = (text: string) => mask(redactor.redact(text))
  const traffic = watchTraffic(now)
  context.onQuit(() => traffic.close())
  const gameDir = () => own.get('gameDirs') ?? demoGameDir
  const logs = logFolder(userData)
  let pageFailures = 0

  const report = async () =>
    supportReport(
      {
        about: { ...aboutApp(), system: `${process.platform} ${release()} ${process.arch}` },
        community: demo ? 'demo' : profile.name,
        install: gameDir() ?? 'no game folder chosen',
        settings: settings.settings,
        lastChecks: await lastChecks(join(profileDir, 'mods'), context.log.error),
        logPath: logFile(userData),
        setAside: setAside.rows,
        at: now(),
      },
      clean,
    )
  const readCrash = async () => {
    const place = { game: recipe, gameDir: gameDir(), demo, env: process.env, home: homedir() }
    const log = await newestLog(crashLogFolders(place), recipe.crashLogs.ending)
    if (!log) throw new Failure('no-crash-log', {})
    const worker = pathToFileURL(builtPath('main/crash-worker.js'))
    return { file: clean(log.name), at: log.at, ...(await readLog(worker, log.path, clean)) }
  }
  return {
    report,
    openLogFolder: () => ({
      pressOr: { kind: 'open-folder', folder: logs },
      async yes() {
        const why = await shell.openPath(logs)
        if (why) throw new Failure('log-folder-not-opened', { path: logs, why })
      },
    }),
    pageFailed({ reason }) {
      if (++pageFailures > MOST_PAGE_FAILURES) throw new Failure('forbidden', {}) // so that a page cannot push everything else out of the log
      return context.log.incident(`the page did not come alive: ${reason}`)
    },
    readCrash,
    setAside: topicOf(() => setAside.rows, setAside.onChange),
    traffic: trafficTopic(traffic),
  }
}

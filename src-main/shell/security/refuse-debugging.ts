import { app } from 'electron'

/** Chromium's own ways to hand a page's insides to another program. */
const SWITCHES = ['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address', 'remote-allow-origins']

/** A packaged app is steered by nobody: the fuses close Node's inspector, this closes Chromium's. Before `ready`, or it is too late. */
export function refuseDebugging(): void {
  if (app.isPackaged) for (const name of SWITCHES) app.commandLine.removeSwitch(name)
}

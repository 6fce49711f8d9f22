import { runPowerShell, runProgram } from './who-holds.ts'

const SCRIPT = `[void][Windows.Networking.Connectivity.NetworkInformation, Windows, ContentType = WindowsRuntime]
[Windows.Networking.Connectivity.NetworkInformation]::GetInternetConnectionProfile().GetConnectionCost().NetworkCostType`

/** Whether the network is paid by use. False where the system does not tell: macOS, and Linux without NetworkManager. */
export async function isMetered(run = runProgram, platform = process.platform): Promise<boolean> {
  const told =
    platform === 'win32'
      ? await runPowerShell(SCRIPT, {}, run)
      : await run('nmcli', ['-g', 'GENERAL.METERED', 'device', 'show'], { LC_ALL: 'C' })
  return /^(?:yes|fixed|variable)/im.test(told)
}

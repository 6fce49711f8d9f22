import { readdir, readFile, readlink } from 'node:fs/promises'
import { join, win32 } from 'node:path'
import { plainFs, type RunTool, runTool, type ToolAnswer } from '../../lib/index.ts'

const orNothing = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined)

/**
 * The name of a program that has the file open, from `/proc` on Linux and the Restart Manager on Windows. Null if the system does not say.
 */
export const whoHolds = (path: string): Promise<string | null> =>
  process.platform === 'win32' ? whoHoldsOnWindows(path) : whoHoldsByProc(path)

/** The name of a program of this player that has the file open. @param proc the folder to search */
export async function whoHoldsByProc(path: string, proc = '/proc'): Promise<string | null> {
  const real = (await orNothing(plainFs.promises.realpath(path))) ?? path
  const pids = ((await orNothing(readdir(proc))) ?? []).filter((name) => /^\d+$/.test(name))
  for (const pid of pids) {
    if (Number(pid) === process.pid) continue
    const held = await orNothing(readdir(join(proc, pid, 'fd')))
    for (const fd of held ?? [])
      if ((await orNothing(readlink(join(proc, pid, 'fd', fd)))) === real) return nameOf(proc, pid)
    const isProgram = (await orNothing(readlink(join(proc, pid, 'exe')))) === real
    if (isProgram) return nameOf(proc, pid)
  }
  return null
}

async function nameOf(proc: string, pid: string): Promise<string | null> {
  const line = await orNothing(readFile(join(proc, pid, 'cmdline'), 'utf8'))
  const program = line?.split('\0', 1)[0]
  return program ? win32.basename(program) : null
}

/** Asks the Restart Manager which programs have a file open: registers the file, reads the list, ends the session. */
const SCRIPT = String.raw`
$ErrorActionPreference = 'Stop'
[Console]::OutputEncoding = New-Object System.Text.UTF8Encoding $false
Add-Type -TypeDefinition @'
using System;
using System.Runtime.InteropServices;
using System.Text;
public static class Holders {
  [StructLayout(LayoutKind.Sequential)]
  struct Unique { public int Id; public System.Runtime.InteropServices.ComTypes.FILETIME Started; }
  [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
  struct Info {
    public Unique Process;
    [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 256)] public string App;
    [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 64)] public string Service;
    public int Kind;
    public uint Status;
    public uint Session;
    [MarshalAs(UnmanagedType.Bool)] public bool Restartable;
  }
  [DllImport("rstrtmgr.dll", CharSet = CharSet.Unicode)]
  static extern int RmStartSession(out uint session, int flags, StringBuilder key);
  [DllImport("rstrtmgr.dll")]
  static extern int RmEndSession(uint session);
  [DllImport("rstrtmgr.dll", CharSet = CharSet.Unicode)]
  static extern int RmRegisterResources(uint session, uint files, string[] names, uint apps, [In] Unique[] ids, uint services, string[] serviceNames);
  [DllImport("rstrtmgr.dll", CharSet = CharSet.Unicode)]
  static extern int RmGetList(uint session, out uint needed, ref uint count, [In, Out] Info[] found, ref uint reasons);
  public static void Tell(string path) {
    uint session;
    if (RmStartSession(out session, 0, new StringBuilder(33)) != 0) return;
    try {
      if (RmRegisterResources(session, 1, new[] { path }, 0, null, 0, null) != 0) return;
      uint needed = 0, count = 0, reasons = 0;
      if (RmGetList(session, out needed, ref count, null, ref reasons) != 234 || needed == 0) return;
      count = needed;
      var found = new Info[count];
      if (RmGetList(session, out needed, ref count, found, ref reasons) != 0) return;
      for (var at = 0; at < count; at++) Console.WriteLine("{0}\t{1}", found[at].Process.Id, found[at].App);
    } finally { RmEndSession(session); }
  }
}
'@
[Holders]::Tell($env:LOADOUT_HELD_FILE)
`

/** The first program in the script's output whose process id is not in `own`. Each line is an id, a tab and a name. */
export function readHolders(stdout: string, own: readonly number[]): string | null {
  for (const line of stdout.split(/\r?\n/)) {
    const found = /^(\d+)\t(.+)$/.exec(line.trimEnd())
    if (found?.[2] !== undefined && !own.includes(Number(found[1]))) return found[2]
  }
  return null
}

/**
 * The name of a program that has the file open, from Windows' Restart Manager. The path is passed in the environment, so no shell parses
 * it.
 */
export async function whoHoldsOnWindows(
  path: string,
  run: RunTool = runTool,
  env = process.env,
): Promise<string | null> {
  return readHolders(await runPowerShell(SCRIPT, { LOADOUT_HELD_FILE: path }, run, env), [process.pid])
}

/** A program's output; '' if it failed. */
export const outputOf = ({ code, stdout }: ToolAnswer): string => (code === 0 ? stdout : '')

/** The output of a PowerShell script on Windows; '' if it failed. */
export async function runPowerShell(
  script: string,
  given: Readonly<Record<string, string>>,
  run: RunTool,
  env = process.env,
): Promise<string> {
  const shell = win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32\\WindowsPowerShell\\v1.0\\powershell.exe')
  const encoded = Buffer.from(script, 'utf16le').toString('base64')
  return outputOf(await run(shell, ['-NoProfile', '-NonInteractive', '-EncodedCommand', encoded], given))
}

import { posix } from 'node:path'
import {
  listed,
  type GamePlatform,
  type PlatformParts,
  type RunningProcess,
  type SteamRoot,
  steamStateByLog,
} from './platform.ts'

const VOICE_APPS = ['TeamSpeak.app', 'TeamSpeak 3 Client.app', 'TeamSpeak 3.app']

/** The rows of `ps -axo pid=,comm=`. On macOS, `comm` is the executable's whole path. */
export function readPs(stdout: string): RunningProcess[] {
  const rows: RunningProcess[] = []
  for (const line of stdout.split('\n')) {
    const found = /^\d+\s+(\S.*)$/.exec(line.trim())
    if (!found?.[1]) continue
    const path = found[1].startsWith('/') ? found[1] : undefined
    rows.push({ names: [posix.basename(found[1])], path })
  }
  return rows
}

/** macOS: looks for Steam in its default folder, and for voice clients by their app folders. */
export function macosPlatform({ home, run, files }: PlatformParts): GamePlatform {
  const { join } = posix
  const processes = async () => {
    const answer = await run('/bin/ps', ['-axo', 'pid=,comm='])
    return listed(answer, readPs(answer.stdout))
  }
  const support = join(home, 'Library/Application Support')
  const steamRoots: SteamRoot[] = [{ path: join(support, 'Steam'), source: 'steam' }]
  return {
    name: 'darwin',
    path: posix,
    folders: {
      home,
      system: '/bin /dev /etc /Library /private/etc /private/var/db /sbin /System /usr'.split(' '),
      shared: '/Applications /opt /private /tmp /private/tmp /Users /Users/Shared /Volumes'.split(' '),
      remote: ['/net/', '/Network/'],
    },
    steamRoots: () => Promise.resolve(steamRoots),
    registeredFolders: () => Promise.resolve([]),
    listsByProgram: true,
    processes,
    steamState: () => steamStateByLog(processes(), 'steam_osx', steamRoots, files),
    async answersLinks(scheme) {
      if (scheme !== 'ts3server' && scheme !== 'teamspeak') return undefined
      for (const folder of ['/Applications', join(home, 'Applications')])
        for (const name of VOICE_APPS) if (await files.isFolder(join(folder, name))) return true
      return false
    },
    voiceFolder: () => join(support, 'TeamSpeak 3'),
  }
}

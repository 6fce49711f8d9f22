import type { CrashCause } from '../../src-preload/contract/diagnostics.ts'

/** A pattern that shows a cause in a log. The detail is its group `detail`, otherwise its first one. */
interface CrashSign {
  cause: CrashCause
  pattern: RegExp
  /** The page of the game's, the anti-cheat's or the system's maker that explains it. */
  source: string
  /** It ends the game or the connection to a server. */
  ends?: true
}

const WIKI = 'https://community.bistudio.com/wiki'
const exits = `${WIKI}/Arma_3:_Unusual_Process_Exit`
const crashFiles = `${WIKI}/Crash_Files`
const serverConfig = `${WIKI}/Arma_3:_Server_Config_File`
const addons = `${WIKI}/CfgPatches`
const extensions = `${WIKI}/Extensions`
const allocator = `${WIKI}/Arma_3:_Custom_Memory_Allocator`
const battleye = 'https://www.battleye.com/support/faq/'
const statuses =
  'https://learn.microsoft.com/en-us/openspecs/windows_protocols/ms-erref/596a1078-e883-4972-9bbc-49e60bebca55'
const systemErrors = 'https://learn.microsoft.com/en-us/windows/win32/debug/system-error-codes'
const graphics = 'https://learn.microsoft.com/en-us/windows/win32/direct3ddxgi/dxgi-error'
const sound = 'https://learn.microsoft.com/en-us/windows/win32/xaudio2/xaudio2-error-codes'

/** The usual causes, likeliest first. Every repetition is short, so that the time for a line is limited. */
export const crashSigns: readonly CrashSign[] = [
  {
    cause: 'missing-addon',
    pattern: /Addon '?(?<by>[A-Za-z0-9_]{1,80})'? requires addon '?(?<detail>[A-Za-z0-9_]{1,80})/i,
    source: addons,
  },
  {
    cause: 'missing-addon',
    pattern:
      /(?:Addon|Missing addons detected:|dependent on.{0,80}?missing).{0,20}?\b([A-Za-z0-9_]{1,80})'? (?:is not present|missing)/i,
    source: addons,
  },
  {
    cause: 'missing-addon',
    pattern:
      /You cannot play\/edit this mission; it is dependent on downloadable content that has been deleted\.?\s?([^\r\n]{0,80})/i,
    source: addons,
  },
  {
    cause: 'wrong-signature',
    pattern:
      /(?:is not signed by a key accepted by this server|Wrong signature for file|signature check timed out)[^A-Za-z0-9]{0,3}([^\s"']{0,120})/i,
    source: serverConfig,
    ends: true,
  },
  { cause: 'modified-files', pattern: /(uses modified data files?[^\r\n]{0,80})/i, source: serverConfig, ends: true },
  {
    cause: 'battleye-kick',
    pattern: /BattlEye[^\r\n]{0,40}?(?:kicked|Kick)[^\r\n]{0,20}?[:(]([^\r\n)]{1,80})/i,
    source: battleye,
    ends: true,
  },
  {
    cause: 'battleye-service',
    pattern: /(BattlEye (?:Service|launcher)[^\r\n]{0,60}?(?:failed|not running|error)[^\r\n]{0,40})/i,
    source: battleye,
    ends: true,
  },
  {
    cause: 'version-mismatch',
    pattern: /(?:You were kicked off the game|Bad version)[^\r\n]{0,60}?version[\s:]{0,4}([0-9.]{1,16})/i,
    source: serverConfig,
    ends: true,
  },
  {
    cause: 'steam-ticket',
    pattern: /(Steam (?:ticket|auth)[^\r\n]{0,40}?(?:fail|invalid|error)[a-z]{0,4})/i,
    source: serverConfig,
    ends: true,
  },
  { cause: 'high-ping', pattern: /kicked[^\r\n]{0,40}?\b(ping[^\r\n]{0,40})/i, source: serverConfig, ends: true },
  {
    cause: 'banned',
    pattern: /You (?:were|are|have been) banned\b[^\r\n]{0,3}([^\r\n]{0,80})/i,
    source: serverConfig,
    ends: true,
  },
  { cause: 'wrong-password', pattern: /((?:Wrong|Bad|Invalid) password)/i, source: serverConfig, ends: true },
  {
    cause: 'kicked',
    pattern: /You (?:were|have been) kicked\b(?: off(?: the game)?)?[^\r\n]{0,3}?([^\s.:(][^\r\n]{0,79})?$/i,
    source: serverConfig,
    ends: true,
  },
  {
    cause: 'page-file',
    pattern: /(paging file is too small|0x0{0,8}5af|ERROR_COMMITMENT_LIMIT|C000012D|C0000017)/i,
    source: statuses,
    ends: true,
  },
  {
    cause: 'out-of-memory',
    pattern: /(Out of memory|Virtual memory total [0-9]{1,20} B|memory allocation failed|C000009A)/i,
    source: exits,
    ends: true,
  },
  {
    cause: 'graphics-device-lost',
    pattern: /(DXGI_ERROR_DEVICE_(?:REMOVED|HUNG|RESET)|DX11 error : device (?:removed|lost))/i,
    source: graphics,
    ends: true,
  },
  {
    cause: 'graphics-out-of-memory',
    pattern: /(E_OUTOFMEMORY|not enough (?:video|graphics) memory|CreateTexture failed)/i,
    source: graphics,
    ends: true,
  },
  {
    cause: 'graphics-driver',
    pattern:
      /(?:Fault address|Faulting module)[^\r\n]{0,80}?\b((?:nvwgf2umx|nvoglv64|atidxx64|amdxx64|igd10[a-z0-9]{0,20})\.dll)/i,
    source: crashFiles,
    ends: true,
  },
  {
    cause: 'corrupt-file',
    pattern:
      /(?:Cannot load|corrupt(?:ed)?|bad CRC|Error loading)[^\r\n]{0,40}?\b([^\s\\/'"]{1,80}\.(?:pbo|paa|p3d|ebo))/i,
    source: crashFiles,
  },
  {
    cause: 'disk-full',
    pattern: /(There is not enough space on the disk|ENOSPC|No space left on device)/i,
    source: systemErrors,
  },
  {
    cause: 'disk-read',
    pattern: /(Data error \(cyclic redundancy check\)|0x0{0,8}17\b|Input\/output error|File read error)/i,
    source: systemErrors,
  },
  { cause: 'disk-read', pattern: /(C0000006 IN_PAGE_ERROR)/i, source: statuses, ends: true },
  {
    cause: 'access-denied',
    pattern: /(Access (?:is )?denied|C0000022|being used by another process)/i,
    source: systemErrors,
  },
  {
    cause: 'missing-file',
    pattern:
      /(?:Cannot open (?:file|object)|File [^\r\n]{0,60} not found)[^\r\n]{0,10}?'?([^\s'"]{1,100}\.[a-z0-9]{2,4})/i,
    source: crashFiles,
  },
  {
    cause: 'runtime-missing',
    pattern:
      /\b((?:msvcp|vcruntime|d3dx9_|d3dcompiler_|xinput|xaudio2_)[0-9_]{1,5}\.dll|C0000135|C0000142|C06D007E|C000007B)/i,
    source: exits,
    ends: true,
  },
  {
    cause: 'missing-dll',
    pattern:
      /(?:CallExtension|LoadLibrary|Error loading library)[^\r\n]{0,60}?'?\b([A-Za-z0-9_.-]{1,60}(?:\.dll|\.so)?)'? (?:could not be found|could not be loaded|failed|not found)/i,
    source: extensions,
  },
  {
    cause: 'memory-allocator',
    pattern: /(?:Allocator|malloc)[^\r\n]{0,40}?\b([A-Za-z0-9_]{1,40}(?:\.dll)?)[^\r\n]{0,20}?(?:not found|failed)/i,
    source: allocator,
  },
  {
    cause: 'connection-lost',
    pattern:
      /(Connection (?:lost|timed out)|NetServer::[A-Za-z]{1,40} .{0,20}?timed out|You have lost connection|Server not responding)/i,
    source: serverConfig,
    ends: true,
  },
  {
    cause: 'sound-device',
    pattern: /(XAudio2[^\r\n]{0,40}?(?:failed|error)|No audio device|Error initializing sound)/i,
    source: sound,
  },
  {
    cause: 'script-stack',
    pattern: /(Stack overflow|Script [^\r\n]{0,60} stack violation|Max(?:imum)? recursion)/i,
    source: crashFiles,
  },
  {
    cause: 'config-error',
    pattern: /(?:Config|ErrorMessage)[^\r\n]{0,20}?: (?:some input after EndOfFile|File ([^\r\n]{1,80}), line [0-9])/i,
    source: addons,
  },
  { cause: 'illegal-instruction', pattern: /(C000001D)/i, source: statuses, ends: true },
  { cause: 'memory-damaged', pattern: /(C0000374|C0000409|C00000FD)/i, source: statuses, ends: true },
  {
    cause: 'access-violation',
    pattern: /(?:Exception code: (C0000005) ACCESS_VIOLATION|Unhandled exception|0x0000DEAD)/i,
    source: exits,
    ends: true,
  },
]

import type { CrashCause, CrashFinding } from '../../src-preload/contract/diagnostics.ts'

/** The sign of a cause in a log. The first group of the pattern is the detail. */
interface CrashSign {
  cause: CrashCause
  pattern: RegExp
}

/** The usual causes, likeliest first. Patterns are linear: no nested repeats. */
const crashSigns: readonly CrashSign[] = [
  {
    cause: 'missing-addon',
    pattern:
      /(?:Addon|Missing addons detected:|dependent on.*missing).{0,20}?'?([A-Za-z0-9_]+)'? (?:requires addon|is not present|missing)/i,
  },
  {
    cause: 'missing-addon',
    pattern:
      /You cannot play\/edit this mission; it is dependent on downloadable content that has been deleted\.?\s*([^\r\n]{0,80})/i,
  },
  {
    cause: 'wrong-signature',
    pattern:
      /(?:is not signed by a key accepted by this server|Wrong signature for file|signature check timed out)[^A-Za-z0-9]{0,3}([^\s"']{0,120})/i,
  },
  { cause: 'battleye-kick', pattern: /BattlEye[^\r\n]{0,40}?(?:kicked|Kick)[^\r\n]{0,20}?[:(]\s*([^\r\n)]{1,80})/i },
  {
    cause: 'battleye-service',
    pattern: /(BattlEye (?:Service|launcher)[^\r\n]{0,60}?(?:failed|not running|error)[^\r\n]{0,40})/i,
  },
  {
    cause: 'version-mismatch',
    pattern: /(?:You were kicked off the game|Bad version)[^\r\n]{0,60}?(?:version)\s*:?\s*([0-9.]{1,16})/i,
  },
  { cause: 'out-of-memory', pattern: /(Out of memory|Virtual memory total [0-9]+ B|memory allocation failed)/i },
  { cause: 'page-file', pattern: /(paging file is too small|0x0*5af|ERROR_COMMITMENT_LIMIT)/i },
  {
    cause: 'graphics-device-lost',
    pattern: /(DXGI_ERROR_DEVICE_(?:REMOVED|HUNG|RESET)|DX11 error : device (?:removed|lost))/i,
  },
  {
    cause: 'graphics-out-of-memory',
    pattern: /(E_OUTOFMEMORY|not enough (?:video|graphics) memory|CreateTexture failed)/i,
  },
  {
    cause: 'graphics-driver',
    pattern:
      /(?:Fault address|Faulting module)[^\r\n]{0,80}?\b((?:nvwgf2umx|nvoglv64|atidxx64|amdxx64|igd10[a-z0-9]*)\.dll)/i,
  },
  {
    cause: 'corrupt-file',
    pattern:
      /(?:Cannot load|corrupt(?:ed)?|bad CRC|Error loading)[^\r\n]{0,40}?\b([^\s\\/'"]{1,80}\.(?:pbo|paa|p3d|ebo))/i,
  },
  { cause: 'disk-full', pattern: /(There is not enough space on the disk|ENOSPC|No space left on device)/i },
  {
    cause: 'disk-read',
    pattern: /(Data error \(cyclic redundancy check\)|0x0*17\b|Input\/output error|File read error)/i,
  },
  {
    cause: 'missing-file',
    pattern:
      /(?:Cannot open (?:file|object)|File [^\r\n]{0,60} not found)[^\r\n]{0,10}?'?([^\s'"]{1,100}\.[a-z0-9]{2,4})/i,
  },
  {
    cause: 'missing-dll',
    pattern:
      /(?:CallExtension|LoadLibrary|Error loading library)[^\r\n]{0,60}?'?\b([A-Za-z0-9_.-]{1,60}(?:\.dll|\.so)?)'? (?:could not be found|could not be loaded|failed|not found)/i,
  },
  {
    cause: 'connection-lost',
    pattern:
      /(Connection (?:lost|timed out)|NetServer::[A-Za-z]+ .{0,20}?timed out|You have lost connection|Server not responding)/i,
  },
  {
    cause: 'sound-device',
    pattern: /(XAudio2[^\r\n]{0,40}?(?:failed|error)|No audio device|Error initializing sound)/i,
  },
  { cause: 'script-stack', pattern: /(Stack overflow|Script [^\r\n]{0,60} stack violation|Max(?:imum)? recursion)/i },
  {
    cause: 'config-error',
    pattern: /(?:Config|ErrorMessage)[^\r\n]{0,20}?: (?:some input after EndOfFile|File ([^\r\n]{1,80}), line [0-9]+)/i,
  },
  { cause: 'access-violation', pattern: /(?:Exception code: (C0000005) ACCESS_VIOLATION|Unhandled exception)/i },
]

/** A longer line is no message. */
const LONGEST_LINE = 2_000
const SHOWN = 200

/**
 * Finds the known causes in a log's text, likeliest first. Each appears once, with its last line, since a log ends with what
 * happened before the crash. `redact` cleans what is shown.
 */
export function findCauses(text: string, redact: (line: string) => string): CrashFinding[] {
  const found = new Map<CrashCause, CrashFinding>()
  for (const line of text.split(/\r?\n/)) {
    if (line.length > LONGEST_LINE) continue
    for (const { cause, pattern } of crashSigns) {
      const match = pattern.exec(line)
      if (!match) continue
      const shown = (part: string) => redact(part.trim()).slice(0, SHOWN)
      found.set(cause, { cause, line: shown(line), detail: shown(match[1] ?? '') })
      break
    }
  }
  const rank = (cause: CrashCause) => crashSigns.findIndex((sign) => sign.cause === cause)
  return [...found.values()].sort((a, b) => rank(a.cause) - rank(b.cause))
}

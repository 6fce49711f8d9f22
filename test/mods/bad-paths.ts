import type { PathRefusal } from '../../src-preload/contract/mods.ts'

/** Paths that a hostile or careless hash list may hold for the mod folder `@Mod`, by the reason they must be refused for. */
const reserved = [
  ...['CON', 'con', 'Con', 'PRN', 'prn', 'AUX', 'aux', 'NUL', 'nul', 'CLOCK$', 'CONIN$', 'CONOUT$'],
  ...['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '¹', '²', '³'].flatMap((n) => [`COM${n}`, `lpt${n}`]),
]

const bad: Partial<Record<PathRefusal, unknown[]>> = {
  'not-a-path': ['', null, undefined, 0, 42, true, {}, [], ['@Mod/a'], NaN],
  absolute: [
    '/etc/passwd',
    '/@Mod/a.pbo',
    '\\Windows\\system32\\x.dll',
    '\\@Mod\\a.pbo',
    '/',
    '\\',
    '/..',
    '/C:/x',
    '/./x',
  ],
  drive: [
    ...['C:\\Windows\\x.dll', 'c:/x', 'C:x', 'C:', 'z:\\@Mod\\a', 'D:..\\x', 'C:/@Mod/a.pbo', 'a:b', 'C::$DATA'],
    ...['X:\\', 'x:@Mod/a.pbo', 'C:\\..\\x'],
  ],
  unc: [
    ...['\\\\server\\share\\x', '//server/share/x', '\\\\?\\C:\\x', '\\\\.\\PhysicalDrive0', '//?/C:/x', '//./NUL'],
    ...['\\\\?\\UNC\\server\\share\\x', '\\\\127.0.0.1\\c$\\x', '\\/server/share', '//@Mod/a', '\\\\'],
  ],
  'dot-dot': [
    ...['..', '../x', '..\\x', '@Mod/../x', '@Mod\\..\\x', '@Mod/a/../../x', '@Mod\\a\\..\\..\\..\\x', '@Mod/..'],
    ...['@Mod/addons/../a.pbo', '../@Mod/a.pbo', '@Mod/../@Mod/a.pbo', '..\\..\\..\\..\\Windows\\x.dll', '@Mod/./../x'],
    ...['@Mod//../x', '../../../../../../etc/passwd', '@Mod/a/..', '@Mod\\addons/..\\../x', '@Mod/../..'],
  ],
  nul: ['@Mod/a\0.pbo', '\0', '@Mod/\0', '@Mod\0/a', '@Mod/a.pbo\0', '/\0', '..\0', 'C:\0', '@Mod/a\0/../x'],
  'control-character': [
    ...Array.from({ length: 31 }, (_, code) => `@Mod/a${String.fromCharCode(code + 1)}b.pbo`),
    ...[
      '@Mod/a\u007f.pbo',
      '@Mod/a\u0080.pbo',
      '@Mod/a\u009b31m.pbo',
      '@Mod/\u001b[2J',
      '@M\nod/a.pbo',
      '@Mod/a.pbo\n',
    ],
  ],
  'illegal-character': ['@Mod/a?.pbo', '@Mod/*', '@Mod/a<b', '@Mod/a>b', '@Mod/a|b', '@Mod/a"b', '@M*d/a.pbo', '?/a'],
  'not-unicode': ['@Mod/\ud800.pbo', '@Mod/a\udc00', '@Mod/\udc00\ud800/x', '\ud83d/a', '@Mod/a\ufffd.pbo'],
  'alternate-stream': [
    ...[
      '@Mod/a.pbo:evil',
      '@Mod/a.pbo::$DATA',
      '@Mod:evil/a.pbo',
      '@Mod/a:b/c',
      '@Mod/a.pbo:evil:$DATA',
      '@Mod::$INDEX_ALLOCATION/a',
    ],
    ...['@Mod/:', '@Mod/x/:y'],
  ],
  'reserved-name': [
    ...['.loadout/x', '@Mod/.loadout', '@Mod/a/.LOADOUT/plan'],
    '@Mod/.x.pbo.loadout-part',
    '@Mod/addons/.X.LOADOUT-PART',
    '@Mod/.x.loadout-part/y.pbo',
    ...reserved.map((name) => `@Mod/${name}`),
    ...reserved.map((name) => `@Mod\\addons\\${name}.pbo`),
    ...['@Mod/NUL/a.pbo', '@Mod/nul.tar.gz', '@Mod/CON .txt', '@Mod/com1.a.b', 'NUL/a.pbo', '@Mod/AUX.bisign', 'con/x'],
  ],
  'trailing-dot-or-space': [
    ...[
      '@Mod/a.',
      '@Mod/a ',
      '@Mod/a. ',
      '@Mod/a /b',
      '@Mod/a./b',
      '@Mod /a',
      '@Mod./a',
      '@Mod/.',
      '@Mod/./a',
      './@Mod/a',
    ],
    ...[
      '@Mod/...',
      '@Mod/.. /x',
      '@Mod/..  ',
      '@Mod/... /..x',
      '@Mod/NUL.',
      '@Mod/ ',
      '.',
      '. ',
      '@Mod/a.pbo.',
      '@Mod/a.pbo ',
    ],
  ],
  'empty-segment': [
    '@Mod//a',
    '@Mod\\\\a',
    '@Mod/',
    '@Mod\\',
    '@Mod/a/',
    '@Mod/a//b',
    '@Mod/\\a',
    '@Mod///',
    'a//b',
    '@Mod\\/a',
  ],
  'too-long': [
    `@Mod/${'a'.repeat(256)}`,
    `@Mod/${'a'.repeat(252)}.pbo`,
    `@Mod/${'ä'.repeat(300)}/x`,
    `@Mod/${'long folder/'.repeat(90)}a`,
    `@Mod/${'d/'.repeat(600)}a`,
    `@Mod/${'d/'.repeat(509)}aa`,
    `${'@'.repeat(256)}/a`,
    `@Mod/${'x'.repeat(100_000)}`,
  ],
  'outside-mod-folder': [
    ...[
      '@Other/a.pbo',
      'a.pbo',
      '@Mod',
      '@mod',
      'arma3.exe',
      '@Mod2/a.pbo',
      '@Mo/a',
      'Keys/a.bikey',
      '@Modx/a',
      ' @Mod/a',
    ],
    ...['addons/@Mod/a', '~/a', '@Mód/a', 'PROGRA~1/a', '%APPDATA%/a', '$HOME/a', '-rf/a'],
  ],
}

export const badPaths: { refusal: PathRefusal; paths: unknown[] }[] = Object.entries(bad).map(([refusal, paths]) => ({
  refusal: refusal as PathRefusal,
  paths,
}))

/** Odd paths that are sound all the same. */
export const goodPaths = [
  ...[
    '@Mod/a',
    '@Mod\\addons\\core.pbo',
    '@Mod/A.PBO',
    '@Mod\\x',
    '@Mod/.hidden',
    '@Mod/..a',
    '@Mod/a..b',
    '@Mod/...a',
  ],
  ...['@Mod/ a', '@Mod/a b.pbo', '@Mod/ä.pbo', '@Mod/a\u0308.pbo', '@Mod/日本.pbo', '@Mod/😀.paa', '@Mod/console.txt'],
  ...[
    '@Mod/com10',
    '@Mod/com',
    '@Mod/lpt',
    '@Mod/nul_.txt',
    '@Mod/xNUL',
    '@Mod/%2e%2e/x',
    '@Mod/~',
    '@Mod/$x',
    '@Mod/-rf',
  ],
  ...['@Mod/a#b', '@Mod/a%b', '@Mod/a&b', '@Mod/a;b', "@Mod/a'b", '@Mod/a=b', '@Mod/{a}', '@Mod/[a]', '@Mod/(a)'],
  ...['@Mod/__proto__', '@Mod/constructor', '@Mod/toString', `@Mod/${'a'.repeat(255)}`, '@Mod/a.pbo.a3.bisign'],
  ...[`@Mod/${'d/'.repeat(509)}a`, '@Mod/.loadouts', '@Mod/x.loadout'],
]

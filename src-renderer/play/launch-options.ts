import type { MessageKey } from '#shared/i18n/index.ts'

/** Start options that are on or off. */
export const switches = [
  'noSplash',
  'skipIntro',
  'worldEmpty',
  'noPause',
  'window',
  'enableHT',
  'hugePages',
  'systemMalloc',
] as const

/** Start options that are numbers. */
export const numbers = [
  { name: 'maxMem', label: 'play.options.max-mem', min: 256, max: 1048576 },
  { name: 'cpuCount', label: 'play.options.cpu-count', min: 1, max: 512 },
  { name: 'exThreads', label: 'play.options.ex-threads', min: 0, max: 15 },
] as const

/** The labels of all start options on the first tab, for the search. */
export const launchNames: readonly MessageKey[] = [
  'play.options.profile',
  'play.options.after-start',
  ...switches.map((name) => `play.options.switch.${name}` as const),
  ...numbers.map(({ label }) => label),
  'play.options.extra',
]

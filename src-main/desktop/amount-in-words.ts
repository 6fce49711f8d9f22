import type { Language } from '../../src-preload/contract/languages.ts'

const enSmall =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const enTens = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const deSmall =
  'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  )
const deTens = '  zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ')

function english(value: number): string {
  if (value < 20) return enSmall[value] ?? ''
  if (value < 100) return `${enTens[Math.floor(value / 10)]}${value % 10 ? `-${enSmall[value % 10]}` : ''}`
  const [size, name] = enSizes.find(([least]) => value >= least) ?? enHundred
  const rest = value % size
  const joint = rest === 0 ? '' : size === 100 ? ' and ' : ' '
  return `${english(Math.floor(value / size))} ${name}${joint}${rest ? english(rest) : ''}`
}
const enSizes: [number, string][] = [
  [1e15, 'quadrillion'],
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
  [1e3, 'thousand'],
]
const enHundred: [number, string] = [100, 'hundred']

/** `before`: another word follows, so that "eins" is "ein". */
function german(value: number, before = false): string {
  if (value === 1 && before) return 'ein'
  if (value < 20) return deSmall[value] ?? ''
  if (value < 100) {
    const ten = deTens[Math.floor(value / 10)] ?? ''
    return value % 10 ? `${german(value % 10, true)}und${ten}` : ten
  }
  if (value < 1_000_000) {
    const [size, name] = value < 1000 ? ([100, 'hundert'] as const) : ([1000, 'tausend'] as const)
    return `${german(Math.floor(value / size), true)}${name}${value % size ? german(value % size, before) : ''}`
  }
  const [size, one, many] = deSizes.find(([least]) => value >= least) ?? deMillion
  const count = Math.floor(value / size)
  const head = count === 1 ? `eine ${one}` : `${german(count)} ${many}`
  return value % size ? `${head} ${german(value % size)}` : head
}
const deSizes: [number, string, string][] = [
  [1e15, 'Billiarde', 'Billiarden'],
  [1e12, 'Billion', 'Billionen'],
  [1e9, 'Milliarde', 'Milliarden'],
]
const deMillion: [number, string, string] = [1e6, 'Million', 'Millionen']

const languages: Partial<Record<Language, (value: number) => string>> = { en: english, de: german }

/**
 * A whole amount in words, so that a wrong zero is noticed: `1200` → "one thousand two hundred", "eintausendzweihundert". Undefined in
 * other languages.
 */
export const amountInWords = (amount: number, language: Language): string | undefined => languages[language]?.(amount)

type Triple = readonly [number, number, number]

/** The page's surfaces (tokens.css) that are hardest to read on: the darkest of the light theme, the lightest of the dark one. */
const surfaces = { light: '#e6e9ee', dark: '#242b36' }
const inks = { light: '#ffffff', dark: '#0b0d10' }
const TEXT = 4.5
const SHAPE = 3

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const curved = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)
const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const each = (from: Triple, rows: readonly Triple[], turn: (n: number) => number = (n) => n) =>
  rows.map((row) => turn(dot(row, from))) as unknown as Triple

const linearOf = (hex: string) =>
  [1, 3, 5].map((at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255)) as unknown as Triple
const luminance = (hex: string) => dot(linearOf(hex), [0.2126, 0.7152, 0.0722])

/** The contrast of two colours as WCAG counts it, 1–21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** Lightness, chroma and hue (OKLCH, the hue in radians) of `#rrggbb`. */
function partsOf(hex: string): Triple {
  const rows: Triple[] = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ]
  const lms = each(linearOf(hex), rows, Math.cbrt)
  const [l, a, b] = each(lms, [
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
  ])
  return [l, Math.hypot(a, b), Math.atan2(b, a)]
}

/** The colour of a lightness, chroma and hue, with the most chroma that a screen can show. */
function hexOf(l: number, chroma: number, hue: number): string {
  for (let c = chroma; ; c -= 0.005) {
    const lab: Triple = [l, Math.max(c, 0) * Math.cos(hue), Math.max(c, 0) * Math.sin(hue)]
    const rows: Triple[] = [
      [1, 0.3963377774, 0.2158037573],
      [1, -0.1055613458, -0.0638541728],
      [1, -0.0894841775, -1.291485548],
    ]
    const rgb = each(
      each(lab, rows, (root) => root ** 3),
      [
        [4.0767416621, -3.3077115913, 0.2309699292],
        [-1.2684380046, 2.6097574011, -0.3413193965],
        [-0.0041960863, -0.7034186147, 1.707614701],
      ],
    )
    if (c > 0 && rgb.some((part) => part < -0.001 || part > 1.001)) continue
    const digits = rgb.map((part) => Math.round(curved(Math.min(1, Math.max(0, part))) * 255))
    return `#${digits.map((digit) => digit.toString(16).padStart(2, '0')).join('')}`
  }
}

/** A theme's shades of a community's colour: as close to it as is readable. */
export function brandOf(colour: string, theme: 'light' | 'dark') {
  const [lightness, chroma, hue] = partsOf(colour)
  const isLight = theme === 'light'
  const shade = (l: number, most = chroma) => hexOf(Math.min(1, Math.max(0, l)), Math.min(chroma, most), hue)
  const step = isLight ? -0.01 : 0.01
  /** The first shade, beginning at `from` and moving away from the surfaces, whose contrast with all of `on` is at least `least`. */
  function against(from: number, on: readonly string[], least: number): string {
    let l = from
    while (on.some((surface) => contrast(shade(l), surface) < least) && l >= 0 && l <= 1) l += step
    return shade(l)
  }
  const soft = isLight ? shade(0.95, 0.05) : shade(0.28, 0.04)
  const accent = isLight ? shade(Math.min(lightness, 0.92)) : against(lightness, [surfaces.dark], SHAPE)
  const isDarkInk = contrast(inks.light, accent) < TEXT
  const pressed = (by: number) => shade(partsOf(accent)[0] + (isDarkInk ? by : -by))
  return {
    accent: isDarkInk ? liftedFor(accent, shade) : accent,
    'accent-hover': isDarkInk ? liftedFor(pressed(0.04), shade) : pressed(0.04),
    'accent-active': isDarkInk ? liftedFor(pressed(0.07), shade) : pressed(0.07),
    'on-accent': isDarkInk ? inks.dark : inks.light,
    'accent-text': against(lightness, [surfaces[theme], soft], TEXT),
    'accent-soft': soft,
    'accent-line': against(lightness, [surfaces[theme]], SHAPE),
  }
}

/** Lightens a colour until dark words are readable on it. */
function liftedFor(colour: string, shade: (l: number) => string): string {
  let [l] = partsOf(colour)
  let lifted = colour
  while (contrast(lifted, inks.dark) < TEXT) lifted = shade((l += 0.01))
  return lifted
}

/** A style for the page in a community's colour. High contrast keeps its own. */
export function brandStyle(colour: string): string {
  const [light, dark] = [brandOf(colour, 'light'), brandOf(colour, 'dark')]
  const names = Object.keys(light) as (keyof typeof light)[]
  const lines = names.map((name) => `--${name}: light-dark(${light[name]}, ${dark[name]});`)
  const more = ['--focus: var(--accent-text);', '--series-1: var(--accent-text);']
  return `<style>:root:not([data-theme='contrast']) { ${[...lines, ...more].join(' ')} }</style>`
}

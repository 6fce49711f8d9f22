/** The page's colours (tokens.css), usual and in high contrast, for main's documents, which do not have the page's style sheet. */
const colours = {
  bg: ['light-dark(#f4f5f7, #0e1116)', '#000000'],
  surface: ['light-dark(#ffffff, #151920)', '#000000'],
  'surface-raised': ['light-dark(#ffffff, #1b2029)', '#000000'],
  border: ['light-dark(#dfe2e8, #262c36)', '#b8b8b8'],
  'border-strong': ['light-dark(#838b99, #68717f)', '#ffffff'],
  text: ['light-dark(#12161d, #eceff4)', '#ffffff'],
  'text-2': ['light-dark(#434c5c, #b0b9c6)', '#f0f0f0'],
  accent: ['#c8f03c', '#ffe600'],
  'on-accent': ['#141a05', '#000000'],
  focus: ['light-dark(#466100, #dcff66)', '#00e5ff'],
  warn: ['light-dark(#7f4600, #ffc861)', '#ffd166'],
  'warn-soft': ['light-dark(#fdedcf, #2e2413)', '#000000'],
  bad: ['light-dark(#ac1329, #ff8f96)', '#ff9da4'],
  danger: ['#c6233a', '#c6233a'],
  'on-danger': ['#ffffff', '#ffffff'],
} as const

/** Declares them as custom properties. 0: the usual ones, which follow `color-scheme`; 1: those of high contrast. */
export const coloursOf = (at: 0 | 1): string =>
  Object.entries(colours)
    .map(([name, values]) => `--${name}: ${values[at]};`)
    .join(' ')

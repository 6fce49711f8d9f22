import { createRandom } from '../random.ts'

const WIDTH = 1600
const HEIGHT = 320
const SEA = 236

/** A line of hills from edge to edge, down to the sea. */
function hills(seed: string, height: number, step: number): string {
  const random = createRandom(`banner/${seed}`)
  const tops: string[] = []
  for (let x = 0; x <= WIDTH; x += step) tops.push(`${x} ${SEA - random.whole(height * 0.2, height)}`)
  return `M0 ${SEA}L${tops.join('L')}L${WIDTH} ${SEA}Z`
}

function stars(): string {
  const random = createRandom('banner/stars')
  const star = () =>
    `<circle cx="${random.whole(0, WIDTH)}" cy="${random.whole(0, 170)}" r="${random.whole(5, 14) / 10}" opacity="${random.whole(3, 9) / 10}"/>`
  return Array.from({ length: 110 }, star).join('')
}

const light = (id: string, colour: string) =>
  `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${colour}" stop-opacity="0"/><stop offset=".55" stop-color="${colour}" stop-opacity=".55"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></linearGradient>`

/** The demo community's banner: northern lights above its island, with the lighthouse. */
export const banner = (): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>`,
    '<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#0b1630"/><stop offset=".7" stop-color="#1c4a63"/><stop offset="1" stop-color="#4f8f8b"/></linearGradient>',
    '<linearGradient id="sea" x2="0" y2="1"><stop stop-color="#2c6470"/><stop offset="1" stop-color="#0a1c2b"/></linearGradient>',
    '<linearGradient id="beam"><stop stop-color="#fff3c4" stop-opacity=".75"/><stop offset="1" stop-color="#fff3c4" stop-opacity="0"/></linearGradient>',
    light('green', '#b8f55a'),
    light('teal', '#3fe0c0'),
    '<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="16"/></filter></defs>',
    '<rect width="1600" height="320" fill="url(#sky)"/>',
    `<g fill="#fff">${stars()}</g>`,
    '<g filter="url(#soft)"><path fill="url(#teal)" d="M-40 150C240 10 420 170 700 60S1180 40 1660 -20V150C1200 130 980 190 700 190S260 130 -40 250Z"/>',
    '<path fill="url(#green)" d="M380 120C620 -30 820 130 1080 20S1440 30 1660 70V170C1400 120 1260 170 1060 160S640 110 380 210Z"/></g>',
    `<path fill="#17394a" d="${hills('far', 96, 80)}"/><path fill="#102a38" d="${hills('near', 58, 46)}"/>`,
    `<rect y="${SEA}" width="1600" height="84" fill="url(#sea)"/>`,
    '<path fill="#081722" d="M1080 246C1130 206 1190 198 1240 196S1340 202 1390 224L1430 246Z"/>',
    '<path fill="url(#beam)" d="M1256 128L1600 76V168Z"/>',
    '<path fill="#f4efe2" d="M1244 198L1249 138H1261L1266 198Z"/><path fill="#c8452f" d="M1247 162H1263L1264 178H1246Z"/>',
    '<path fill="#0b1a26" d="M1246 138V119L1255 112L1264 119V138Z"/><circle cx="1255" cy="128" r="6" fill="#fff3c4"/>',
    '</svg>',
  ].join('')

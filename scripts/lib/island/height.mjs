/** A number in [0, 1) for a lattice point, always the same for a point and a salt. */
function latticeAt(x, y, salt) {
  let hash = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(salt, 2147483647)
  hash = Math.imul(hash ^ (hash >>> 13), 1274126177)
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296
}

const ease = (share) => share * share * share * (share * (share * 6 - 15) + 10)
const mix = (from, to, share) => from + (to - from) * share

function smooth(x, y, salt) {
  const [left, low] = [Math.floor(x), Math.floor(y)]
  const [across, up] = [ease(x - left), ease(y - low)]
  return mix(
    mix(latticeAt(left, low, salt), latticeAt(left + 1, low, salt), across),
    mix(latticeAt(left, low + 1, salt), latticeAt(left + 1, low + 1, salt), across),
    up,
  )
}

/** Value noise of four octaves, in [0, 1). */
export function noise(x, y, salt) {
  let [sum, most] = [0, 0]
  for (let octave = 0; octave < 4; octave++) {
    const weight = 0.5 ** octave
    sum += smooth(x * 2 ** octave, y * 2 ** octave, salt + octave) * weight
    most += weight
  }
  return sum / most
}

const MIDDLE = 8192

/** The island's height. Land is above 0. All towns are on land; noise shapes the rest. */
export const heightOf = (towns) => (x, y) => {
  const rough = noise(x / 2600, y / 2600, 1) - 0.5
  const fine = noise(x / 700, y / 700, 15) - 0.5
  const away = Math.hypot((x - MIDDLE) / 7300, (y - MIDDLE) / 7100)
  const far = Math.min(...towns.map(([left, up]) => Math.hypot(x - left, y - up)))
  const edge = Math.min(x, y, 16_384 - x, 16_384 - y)
  const body = 0.72 - away ** 2 * 0.72 + rough * 1.5
  const town = 0.36 - (far / 1700) ** 2 * 0.4 + rough * 0.4
  return Math.min(Math.max(body, town) + fine * 0.12, (edge - 500) / 1600 + fine * 0.7 + rough, (edge - 260) / 300)
}

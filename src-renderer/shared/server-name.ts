/** The part of a server's name before the first `|`, and what follows: `Nord #1 | german | own island`. */
export function partsOfName(name: string): { short: string; tail: string } {
  const at = name.indexOf('|')
  const short = at < 0 ? name : name.slice(0, at).trim()
  return short === '' ? { short: name, tail: '' } : { short, tail: at < 0 ? '' : name.slice(at + 1).trim() }
}

export const shortName = (name: string): string => partsOfName(name).short

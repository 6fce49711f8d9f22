import * as v from 'valibot'

const metres = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99_999))

/** The player's pin on the map, in whole metres from the lower left corner, with a note. */
export const MapPin = v.strictObject({ x: metres, y: metres, note: v.pipe(v.string(), v.trim(), v.maxLength(80)) })
export type MapPin = v.InferOutput<typeof MapPin>

/** Longest text of a link. Systems cut longer ones. */
const LONGEST = 1900

const PIN = /^(\d{1,5})-(\d{1,5})(?:-((?:[A-Za-z0-9_~]|%[0-9A-F]{2}){1,720}))?$/
const encoded = (note: string) =>
  encodeURIComponent(note.replace(/\p{Cs}/gu, '\ufffd')).replace(/[-.!*'()]/g, (sign) => `%${hex(sign)}`)
const hex = (sign: string) => sign.charCodeAt(0).toString(16).toUpperCase()

/** A pin as the text of a link: `3122-12838-Base`. */
export const textOfPin = ({ x, y, note }: MapPin): string => [x, y, ...(note ? [encoded(note)] : [])].join('-')

/** Pins as texts of links, divided by slashes, in as few links as possible. */
export function textsOfPins(pins: readonly MapPin[]): string[] {
  const texts: string[] = []
  for (const text of pins.map(textOfPin)) {
    const longer = `${texts.at(-1)}/${text}`
    if (texts.length > 0 && longer.length <= LONGEST) texts[texts.length - 1] = longer
    else texts.push(text)
  }
  return texts
}

/** The pins in such a text. Empty if one of them is not valid. A note must not contain control characters. */
export function pinsOfText(text: string): readonly MapPin[] {
  if (text.length > LONGEST) return []
  const pins = text.split('/').map(pinOf)
  return pins.every((pin) => pin !== undefined) ? pins : []
}

function pinOf(text: string): MapPin | undefined {
  const [, x, y, note = ''] = PIN.exec(text) ?? []
  try {
    const pin = v.safeParse(MapPin, { x: Number(x), y: Number(y), note: decodeURIComponent(note) })
    return pin.success && !/\p{C}/u.test(pin.output.note) ? pin.output : undefined
  } catch {
    return undefined // not valid UTF-8
  }
}

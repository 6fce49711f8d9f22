/** Control and format characters, lone surrogates, private use characters, and line and paragraph separators. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u
const EACH_HIDDEN = new RegExp(HIDDEN, 'gu')
/** The flags of England, Scotland and Wales, which are spelled with invisible characters. */
const FLAG = String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`
/** The invisible character that joins two pictograms into one. */
const JOINER = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{FE0F}])\u200D(?=\p{Extended_Pictographic})`
/** `\p{RGI_Emoji}` would be stricter, but takes a tenth of a second to compile. */
const KEPT_OR_HIDDEN = new RegExp(`(${FLAG}|${JOINER})|${HIDDEN.source}`, 'gu')

export const hasHidden = (text: string): boolean => HIDDEN.test(text)

/** An untrusted text with `instead` for each invisible character, except within a pictogram. */
export const withoutHidden = (text: string, instead = ''): string =>
  text.replace(KEPT_OR_HIDDEN, (_, kept?: string) => kept ?? instead)

/** Blanks, and letters that are drawn as nothing, such as Braille without dots. */
const BLANK = /^[\s\p{DI}\u2800\p{Cc}\p{Cf}\p{Co}]*$/u

/** True if nothing of a text can be seen. */
export const isBlank = (text: string): boolean => BLANK.test(text)

const named: Readonly<Record<string, string>> = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` }

/** A text on one line, with its invisible characters escaped. */
export const escapeHidden = (text: string): string =>
  text.replace(EACH_HIDDEN, (sign) => named[sign] ?? String.raw`\u{${sign.codePointAt(0)?.toString(16) ?? ''}}`)

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for an HTML document, also for attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')

export function* linesIn(bytes: Buffer): Generator<string, void> {
  for (let from = 0, end; from < bytes.length; from = end + 1) {
    end = bytes.indexOf('\n', from)
    if (end < 0) end = bytes.length
    yield bytes.toString('utf8', from, end)
  }
}

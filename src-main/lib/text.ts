/** Control signs (C0, C1), halves of signs, signs of no alphabet, line and paragraph separators, and signs that change how a text is shown. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u
const EACH_HIDDEN = new RegExp(HIDDEN, 'gu')
/** The three flags that are spelled in signs that nobody sees: of England, Scotland and Wales. */
const FLAG = String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`
/** Joins two pictograms to one. */
const JOINER = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{FE0F}])\u200D(?=\p{Extended_Pictographic})`
/** `\p{RGI_Emoji}` is stricter, and takes a tenth of a second to make. */
const KEPT_OR_HIDDEN = new RegExp(`(${FLAG}|${JOINER})|${HIDDEN.source}`, 'gu')

/** True where a text holds signs that are not seen. */
export const hasHidden = (text: string): boolean => HIDDEN.test(text)

/** A stranger's text without the signs that are not seen, but for those within a pictogram; `instead` stands for each. */
export const withoutHidden = (text: string, instead = ''): string =>
  text.replace(KEPT_OR_HIDDEN, (_, kept?: string) => kept ?? instead)

const named: Readonly<Record<string, string>> = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` }

/** A text on one line, its signs that are not seen written out. */
export const escapeHidden = (text: string): string =>
  text.replace(EACH_HIDDEN, (sign) => named[sign] ?? String.raw`\u{${sign.codePointAt(0)?.toString(16) ?? ''}}`)

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it stands in an HTML document, also within quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '')

export function* linesIn(bytes: Buffer): Generator<string, void> {
  for (let from = 0, end; from < bytes.length; from = end + 1) {
    end = bytes.indexOf('\n', from)
    if (end < 0) end = bytes.length
    yield bytes.toString('utf8', from, end)
  }
}

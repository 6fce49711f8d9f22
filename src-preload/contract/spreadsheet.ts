/** The start of a cell that a spreadsheet takes for a formula. */
const FORMULA = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/** A cell's text for a spreadsheet. An apostrophe keeps what looks like a formula a text, because others may have written it. */
export const asCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** A line of the table, with its goal. */
export function row(what, value, unit, goal, detail = '') {
  const digits = unit === 'ms' || unit === 'MB' ? 0 : 2
  const measured = unit === '' ? value.toFixed(digits) : `${value.toFixed(digits)} ${unit}`
  return [what, measured, `${goal.text}${unit === '' ? '' : ` ${unit}`}`, goal.isMet(value) ? 'ok' : 'missed', detail]
}

export const atLeast = (least) => ({ text: `≥ ${least}`, isMet: (value) => value >= least })
export const atMost = (most) => ({ text: `≤ ${most}`, isMet: (value) => value <= most })
export const below = (limit) => ({ text: `< ${limit}`, isMet: (value) => value < limit })

/** The rows as a Markdown table. */
export function tableOf(rows) {
  const lines = [['what', 'measured', 'goal', '', 'times'], ...rows]
  const widths = lines[0].map((_, column) => Math.max(3, ...lines.map((line) => [...line[column]].length)))
  const text = (line) => `| ${line.map((cell, at) => cell + ' '.repeat(widths[at] - [...cell].length)).join(' | ')} |`
  const [head, ...body] = lines.map(text)
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n')
}

export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

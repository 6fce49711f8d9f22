// Makes small mistakes in a source file, one at a time. A test should notice each.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import ts from 'typescript'

/** The operator that replaces each operator. */
const OPERATORS = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.QuestionQuestionToken, '&&'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
])

const hasCondition = (node) => ts.isIfStatement(node) || ts.isWhileStatement(node)

/** True for a string that is a value, and not a module's name, a type or a property's name. */
const isValue = ({ parent }) =>
  !ts.isLiteralTypeNode(parent) &&
  !(ts.isPropertyAssignment(parent) && parent.name.kind === ts.SyntaxKind.StringLiteral)

/** The changes of a node: a new text and its place. */
function* changesOf(node, source) {
  const at = (part, text) => ({ start: part.getStart(source), end: part.getEnd(), text })
  if (ts.isBinaryExpression(node)) {
    const other = OPERATORS.get(node.operatorToken.kind)
    if (other) yield at(node.operatorToken, other)
  } else if (hasCondition(node)) {
    yield at(node.expression, 'false')
    if (ts.isIfStatement(node)) yield at(node.expression, 'true')
  } else if (ts.isConditionalExpression(node)) {
    yield at(node.condition, 'true')
    yield at(node.condition, 'false')
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    yield at(node, node.operand.getText(source))
  } else if (node.kind === ts.SyntaxKind.TrueKeyword) yield at(node, 'false')
  else if (node.kind === ts.SyntaxKind.FalseKeyword) yield at(node, 'true')
  else if (ts.isReturnStatement(node) && node.expression) yield at(node.expression, 'undefined')
  else if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) yield at(node, ';')
  else if (ts.isNumericLiteral(node)) yield at(node, `(${node.getText(source)} + 1)`)
  else if (ts.isStringLiteral(node) && isValue(node)) yield at(node, node.text === '' ? "'mutant'" : "''")
}

const isOfTypes = (node) =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node)

/** The lines of a mistake, with the mistake marked: `if (a [[=== → !==]] b)`. */
function markedLine(code, { start, end, text }) {
  const from = code.lastIndexOf('\n', start - 1) + 1
  const till = `${code}\n`.indexOf('\n', end)
  const short = (part) => (part.length > 90 ? `${part.slice(0, 90)}…` : part)
  const was = short(code.slice(start, end).replaceAll(/\s+/g, ' '))
  return `${code.slice(from, start)}[[${was} → ${text}]]${code.slice(end, till)}`.trim()
}

/** All mutants of a file: `{ file, line, name, code }`. Each name is unique: equal lines are numbered. */
export function mutantsOf(file) {
  const code = readFileSync(file, 'utf8')
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
  const mutants = []
  const seen = new Map()
  const nameOf = (change) => {
    const name = `${basename(file)}: ${markedLine(code, change)}`
    seen.set(name, (seen.get(name) ?? 0) + 1)
    return seen.get(name) === 1 ? name : `${name} (${seen.get(name)})`
  }
  const visit = (node) => {
    if (isOfTypes(node)) return
    for (const { start, end, text } of changesOf(node, source)) {
      if (code.slice(start, end) === text) continue
      mutants.push({
        file,
        line: source.getLineAndCharacterOfPosition(start).line + 1,
        name: nameOf({ start, end, text }),
        code: code.slice(0, start) + text + code.slice(end),
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return mutants
}

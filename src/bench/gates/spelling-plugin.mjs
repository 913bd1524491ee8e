/**
 * A linter plugin with one rule: code must not decide by the spelling of a code, kind, message or detail
 * (design of errors and warnings: `docs/adr/0004-errors-and-versions.md`). Decisions compare the whole value
 * or use a table.
 */
const NAMES = new Set([
  'code',
  'kind',
  'message',
  'publicMessage',
  'rpcMessage',
  'detail',
  'details',
  'reason',
  'severity',
])
/** Methods of the value that test a part of it. */
const ON_VALUE = new Set([
  'startsWith',
  'endsWith',
  'includes',
  'match',
  'matchAll',
  'search',
  'indexOf',
  'lastIndexOf',
])
/** Methods of a pattern that take the value as argument. */
const ON_PATTERN = new Set(['test', 'exec'])
const MESSAGE =
  'Decide by the whole value, with a comparison or a table keyed by its type, not by the spelling of a code, kind, message or detail.'

/** The name that an expression reads: `message` for `error.message`, `message` and `String(message)`. */
function findName(node) {
  if (node === undefined || node === null) return undefined
  if (node.type === 'Identifier') return node.name
  if (node.type === 'ChainExpression' || node.type === 'TSNonNullExpression') return findName(node.expression)
  if (node.type === 'MemberExpression') return findName(node.property)
  if (node.type === 'LogicalExpression') return findName(node.left)
  if (node.type === 'BinaryExpression')
    return [node.left, node.right].map(findName).find((name) => NAMES.has(name))
  if (node.type === 'TemplateLiteral') return node.expressions.map(findName).find((name) => NAMES.has(name))
  if (node.type !== 'CallExpression') return undefined
  if (node.callee.type === 'Identifier') return findName(node.arguments[0])
  return node.callee.type === 'MemberExpression' ? findName(node.callee.object) : undefined
}

const rule = {
  create: (context) => ({
    CallExpression(node) {
      const { callee } = node
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const method = callee.property.name
      const readByPattern = ON_PATTERN.has(method) ? node.arguments[0] : undefined
      const read = ON_VALUE.has(method) ? callee.object : readByPattern
      if (NAMES.has(findName(read))) context.report({ node, message: MESSAGE })
    },
  }),
}

export default { meta: { name: 'spelling' }, rules: { 'no-decision-by-spelling': rule } }

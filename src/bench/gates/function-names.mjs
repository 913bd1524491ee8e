import { parseSync } from 'oxc-parser'

/** `backupOf` is an accessor of its own module. `oneOf` and `listOf` build schemas, and read like types. */
const ALLOWED = new Set(['backupOf', 'oneOf', 'listOf'])
const TESTS = /\.(?:test|spec)\.tsx?$|\/testing\//
const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression']

/**
 * Finds the functions of a module that are named `…Of`. The name of a function says what it does (voice 9). In tests,
 * only exported functions count.
 *
 * @param {string} path
 * @param {string} text
 * @returns {string[]} the finding for each name
 */
export function findNames(path, text) {
  if (!/\.(?:tsx?|mjs)$/.test(path)) return []
  const isTest = TESTS.test(path)
  return parseSync(path, text)
    .program.body.flatMap((statement) => {
      if (statement.type === 'ExportNamedDeclaration') return namesIn(statement.declaration)
      return isTest ? [] : namesIn(statement)
    })
    .filter((name) => name.endsWith('Of') && !ALLOWED.has(name))
    .map((name) => `function ${name}: begin its name with a verb`)
}

/** The names of the functions that a statement declares. */
function namesIn(statement) {
  if (statement?.type === 'FunctionDeclaration') return [statement.id.name]
  if (statement?.type !== 'VariableDeclaration') return []
  return statement.declarations.filter(({ init }) => FUNCTIONS.includes(init?.type)).map(({ id }) => id.name)
}

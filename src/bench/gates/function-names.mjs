import { parseSync } from 'oxc-parser'

/** Rooms in which no function is named `…Of`. Its name says what it does (voice 9). */
const ROOMS = /^src\/(?:protocol|service|bff)\//
const TESTS = /\.test\.tsx?$|\/testing\//
const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression']

/**
 * Finds the functions of a module that are named `…Of`. In tests, only exported ones count.
 *
 * @param {string} path
 * @param {string} text
 * @returns {string[]} the finding for each name
 */
export function findNames(path, text) {
  if (!ROOMS.test(path) || !/\.tsx?$/.test(path)) return []
  return parseSync(path, text)
    .program.body.flatMap((statement) => {
      if (statement.type === 'ExportNamedDeclaration') return namesIn(statement.declaration)
      return TESTS.test(path) ? [] : namesIn(statement)
    })
    .filter((name) => name.endsWith('Of'))
    .map((name) => `function ${name}: begin its name with a verb`)
}

/** The names of the functions that a statement declares. */
function namesIn(statement) {
  if (statement?.type === 'FunctionDeclaration') return [statement.id.name]
  if (statement?.type !== 'VariableDeclaration') return []
  return statement.declarations.filter(({ init }) => FUNCTIONS.includes(init?.type)).map(({ id }) => id.name)
}

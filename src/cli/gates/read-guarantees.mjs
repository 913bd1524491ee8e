import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

const FOLDERS = ['src', 'widget', 'e2e']
const CONTRACT_TEST = /\bfunction ((?:test|invariant)\w*)\s*\(/g

/** Titles of the tests below a root, by file: what each file guarantees, in the order in which it stands there. */
export function readGuarantees(root) {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    ),
  )
  const read = (path) => readFileSync(join(root, path), 'utf8')
  const scripts = files.filter((path) => /\.(test|spec)\.tsx?$/.test(path))
  const contracts = files.filter((path) => path.startsWith('src/contracts/test/') && path.endsWith('.sol'))
  const rows = [
    ...scripts.map((path) => [path, titlesOf(path, read(path))]),
    ...contracts.map((path) => [path, [...read(path).matchAll(CONTRACT_TEST)].map(([, name]) => name)]),
  ]
  return new Map(rows.filter(([, titles]) => titles.length > 0).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Which command gives what a file guarantees. */
export function tierOf(path) {
  const isFull = path.startsWith('e2e/full/') || /\.full\.test\.tsx?$/.test(path)
  return isFull ? 'npm run test:full' : 'npm test'
}

function titlesOf(path, text) {
  const titles = []
  const { program } = parseSync(path, text)
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (title !== undefined && isTest(callee)) titles.push(textOf(title, text))
    },
  }).visit(program)
  return titles.filter((title) => title !== undefined)
}

/** `test(…)`, `test.fixme(…)`, `test.each(…)(…)`, `test.runIf(…)(…)`; no `test.step` and no `test.describe`. */
function isTest(callee) {
  if (callee.type === 'Identifier') return callee.name === 'test' || callee.name === 'it'
  if (callee.type !== 'CallExpression') return false
  const { callee: made } = callee
  return (
    made.type === 'MemberExpression' &&
    /^(each|for|runIf|skipIf)$/.test(made.property.name) &&
    isTest(made.object)
  )
}

function textOf({ type, value, start, end }, text) {
  if (type === 'Literal') return typeof value === 'string' ? value : undefined
  return type === 'TemplateLiteral' ? text.slice(start + 1, end - 1) : undefined
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { root } from '#cli/setup/steps.mjs'

/**
 * Every guarantee that the tests gave when they were divided into two tiers is still given: `docs/guarantees.tsv` names the
 * tier and the file of each, and where the title or the file is another one now, what it was. A test that is moved, renamed
 * or merged takes its row along; a row never goes. Where the product itself gave something up, the tier is `given up` and the
 * file is the decision record with the reason.
 */
const FILE = 'docs/guarantees.tsv'
const COUNT = 2794
const FOLDERS = ['src', 'widget', 'e2e']
const CONTRACT_TEST = /\bfunction ((?:test|invariant)\w*)\s*\(/g

const [, ...lines] = readFileSync(join(root, FILE), 'utf8').trimEnd().split('\n')
const isRecord = (path) => path.startsWith('docs/adr/') && existsSync(join(root, path))
const given = readGuarantees()
const problems = lines.flatMap((line) => {
  const [title, tier, path] = line.split('\t')
  if (tier === 'given up') return isRecord(path) ? [] : [`no decision record ${path} gives up: ${title}`]
  if (given.get(path)?.includes(title) !== true) return [`nothing in ${path} gives: ${title}`]
  return tier === tierOf(path) ? [] : [`${path} runs in ${tierOf(path)}, not in ${tier}: ${title}`]
})
if (lines.length !== COUNT)
  problems.push(`${FILE} has ${lines.length} rows, and there were ${COUNT} guarantees`)

process.stdout.write(problems.map((problem) => `${problem}\n`).join(''))
process.stdout.write(
  problems.length === 0 ? `${lines.length} guarantees: ok\n` : `${problems.length} problems with ${FILE}\n`,
)
process.exitCode = problems.length === 0 ? 0 : 1

/** Titles of the tests, by file: what each file guarantees, in the order in which it stands there. */
function readGuarantees() {
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
function tierOf(path) {
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

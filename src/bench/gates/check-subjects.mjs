import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { root } from '#cli/setup/steps.mjs'

/*
 * Every source file has one subject: its top-level definitions reference each other, directly or through a third one.
 * A file fails if two groups of definitions that do not reference each other have 25 lines or more each.
 * Imports connect nothing. Tests, texts and generated files are not read.
 */

const PART_LINES = 25
const SKIPPED =
  /\.(?:test|spec)\.|\.d\.ts$|\/(?:testing|texts|nodes)\/|^e2e\/|^src\/protocol\/abi\/|^widget\/server\/operations\.ts$/
/** Files with two subjects, each with the reason. The list may only shrink. */
const EXCEPTIONS = new Map([
  ['widget/testing-kit/page-passkeys.ts', 'two functions that share a property of the window, not a name'],
])

const tracked = execFileSync(
  'git',
  ['ls-files', '-z', '-c', '-o', '--exclude-standard', 'src', 'widget', 'deploy'],
  { cwd: root, encoding: 'utf8' },
)
const files = tracked
  .split('\0')
  .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !SKIPPED.test(path) && existsSync(join(root, path)))

const split = new Map(files.map((path) => [path, findParts(path)]).filter(([, parts]) => parts.length > 1))
const problems = [
  ...[...split]
    .filter(([path]) => !EXCEPTIONS.has(path))
    .map(([path, parts]) => `${path} has ${parts.length} subjects: ${parts.map(formatPart).join(' | ')}`),
  ...[...EXCEPTIONS.keys()]
    .filter((path) => !split.has(path))
    .map((path) => `${path} has one subject now: remove it from EXCEPTIONS`),
]

process.stdout.write(problems.map((problem) => `${problem}\n`).join(''))
process.stdout.write(
  problems.length === 0
    ? `${files.length} files, ${EXCEPTIONS.size} exceptions: ok\n`
    : `${problems.length} problems with subjects\n`,
)
process.exitCode = problems.length === 0 ? 0 : 1

/** Groups of connected definitions, without those that are shorter than PART_LINES. */
function findParts(path) {
  const source = readFileSync(join(root, path), 'utf8')
  const definitions = readDefinitions(parseSync(path, source).program, source)
  const parts = definitions.map((definition) => [definition])
  for (const definition of definitions)
    for (const other of definitions)
      if (definition !== other && other.names.some((name) => definition.uses.has(name)))
        joinParts(parts, definition, other)
  return parts.filter((part) => countLines(part) >= PART_LINES)
}

function joinParts(parts, one, other) {
  const first = parts.find((part) => part.includes(one))
  const second = parts.find((part) => part.includes(other))
  if (first === second) return
  first.push(...second)
  parts.splice(parts.indexOf(second), 1)
}

function countLines(part) {
  return part.reduce((sum, { lines }) => sum + lines, 0)
}

function formatPart(part) {
  const names = part.flatMap((definition) => definition.names)
  return `${names.slice(0, 4).join(', ')}${names.length > 4 ? ' …' : ''} (${countLines(part)} lines)`
}

/** Top-level statements without imports and re-exports. `uses`: the names that a statement takes from outside itself. */
function readDefinitions(program, source) {
  return program.body
    .filter(({ type }) => type !== 'ImportDeclaration' && type !== 'ExportAllDeclaration')
    .map((statement) => ({ statement, declared: statement.declaration ?? statement }))
    .filter(({ statement }) => statement.type !== 'ExportNamedDeclaration' || statement.declaration !== null)
    .map(({ statement, declared }) => ({
      names: readNames(declared),
      uses: readUses(declared),
      lines: source.slice(statement.start, statement.end).split('\n').length,
    }))
}

function readNames(declared) {
  if (declared.type === 'VariableDeclaration')
    return declared.declarations.flatMap(({ id }) => readPattern(id))
  return declared.id ? [declared.id.name] : []
}

function readPattern(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => readPattern(property.value ?? property.argument))
    case 'ArrayPattern':
      return pattern.elements.flatMap(readPattern)
    case 'AssignmentPattern':
      return readPattern(pattern.left)
    case 'RestElement':
      return readPattern(pattern.argument)
    default:
      return []
  }
}

function readUses(declared) {
  const used = new Set()
  const bound = new Set()
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (node === null || typeof node !== 'object') return
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') used.add(node.name)
    for (const pattern of [...(node.params ?? []), node.type === 'VariableDeclarator' ? node.id : undefined])
      for (const name of readPattern(pattern)) bound.add(name)
    for (const [key, value] of Object.entries(node)) if (!isOnlyAName(node, key)) visit(value)
  }
  visit(declared)
  const own = readNames(declared)
  return new Set([...used].filter((name) => own.includes(name) || !bound.has(name)))
}

/** Whether a child is the name of a property, which refers to no definition. */
function isOnlyAName(node, key) {
  if (node.computed) return false
  if (key === 'property') return node.type === 'MemberExpression' || node.type === 'JSXMemberExpression'
  if (key === 'name') return node.type === 'JSXAttribute'
  return key === 'key' && node.shorthand !== true
}

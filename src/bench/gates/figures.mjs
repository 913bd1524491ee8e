import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'
import { root } from '#cli/setup/steps.mjs'

/** Counts the repository's lines by kind of file: `npm run figures`. Includes blank lines and comments. */
const KINDS = [
  ['tests', /\.(?:test|spec)\.tsx?$/],
  ['examples', /^examples\//],
  ['test helpers', /^e2e\/|\/testing\//],
  ['generated', /^src\/protocol\/abi\/|^widget\/server\/operations\.ts$/],
  ['migrations', /\/migrations\//],
  ['texts', /^widget\/texts\/[a-z]{2}\.ts$|\/texts(?:-\w+)?\.tsx?$|^src\/.*\/texts\/[^/]+\.tsx?$/],
  ['bench, gates, mutation', /^src\/bench\/|\.bench\.ts$/],
  ['logic', /./],
]

const tracked = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mjs'], {
  cwd: root,
  encoding: 'utf8',
})
const files = tracked
  .split('\0')
  .filter(Boolean)
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const kind = KINDS.find(([, of]) => of.test(path))[0]
    return { path, kind, text, lines: text.split('\n').length - 1 }
  })

const logic = files.filter(({ kind }) => kind === 'logic')
const modules = new Map(logic.map((file) => [file.path, parseSync(file.path, file.text)]))
const aliases = Object.entries(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports).map(
  ([from, to]) => [from.replace('*', ''), to.replace('./', '').replace('*', '')],
)

/** @param {string} from @param {string} request @returns {string | undefined} the tracked file that an import names */
function resolve(from, request) {
  const alias = aliases.find(([start]) => request.startsWith(start))
  const path = alias ? alias[1] + request.slice(alias[0].length) : normalize(join(dirname(from), request))
  return modules.has(path) ? path : undefined
}

const imports = new Map(
  [...modules].map(([path, { module }]) => {
    const requests = [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
      ),
    ]
    return [path, new Set(requests.map((request) => resolve(path, request)).filter(Boolean))]
  }),
)

/** Tarjan's strongly connected components with more than one file. */
function cycles() {
  const [index, low, stack, found] = [new Map(), new Map(), [], []]
  const visit = (path) => {
    index.set(path, index.size)
    low.set(path, index.get(path))
    stack.push(path)
    for (const next of imports.get(path)) {
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(path, Math.min(low.get(path), low.get(next)))
    }
    if (low.get(path) !== index.get(path)) return
    const members = stack.splice(stack.indexOf(path))
    if (members.length > 1) found.push(members)
  }
  for (const path of imports.keys()) if (!index.has(path)) visit(path)
  return found.sort((a, b) => b.length - a.length)
}

/** Counts the exported functions and constants of a file, and those with a docstring. */
function documented(path) {
  const { program, comments } = modules.get(path)
  const declared = program.body.filter(
    ({ type, declaration }) =>
      type === 'ExportNamedDeclaration' && declaration?.type === 'FunctionDeclaration',
  )
  const isDoc = ({ start }) =>
    comments.some(({ type, value, end }) => {
      const between = files.find((file) => file.path === path).text.slice(end, start)
      return type === 'Block' && value.startsWith('*') && end <= start && between.trim() === ''
    })
  return [declared.filter(isDoc).length, declared.length]
}

const rows = KINDS.map(([kind]) => {
  const of = files.filter((file) => file.kind === kind)
  return [kind, of.length, of.reduce((sum, { lines }) => sum + lines, 0)]
})
const print = (line) => process.stdout.write(`${line}\n`)
for (const [kind, count, lines] of rows) print(`${kind.padEnd(24)} ${count} files, ${lines} lines`)
for (const island of [
  'src/service',
  'src/web/console',
  'widget',
  'src/bff',
  'src/protocol',
  'src/server-kit',
  'src/cli',
  'src/web/approve',
]) {
  const of = logic.filter(({ path }) => path.startsWith(`${island}/`))
  if (of.length > 0)
    print(
      `  logic of ${island.padEnd(14)} ${of.length} files, ${of.reduce((sum, { lines }) => sum + lines, 0)} lines`,
    )
}
const importers = new Map(logic.map(({ path }) => [path, []]))
for (const [path, of] of imports) for (const next of of) importers.get(next).push(path)
const splinters = logic.filter(({ path, lines }) => {
  const by = importers.get(path)
  return lines < 40 && by.length === 1 && dirname(by[0]) === dirname(path)
})
print(`short files with one importer in their own folder: ${splinters.length}`)
const found = cycles()
print(`cycles, types included: ${found.length} (${found.map((members) => members.length).join(', ')} files)`)
const docs = logic.filter(({ path }) => path.startsWith('src/protocol/')).map(({ path }) => documented(path))
const [written, all] = docs.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0])
print(`exported functions of the leaf with a docstring: ${written} of ${all}`)
print(
  `oxlint.config.mjs: ${readFileSync(join(root, 'oxlint.config.mjs'), 'utf8').split('\n').length - 1} lines`,
)
print(
  `decision records: ${execFileSync('git', ['ls-files', 'docs/adr/0*'], { cwd: root, encoding: 'utf8' }).trim().split('\n').length}`,
)
if (process.argv.includes('--list')) {
  for (const members of found) print(`cycle: ${members.join(' ')}`)
  for (const { path, lines } of splinters) print(`short: ${path} (${lines})`)
}

import { parseSync } from 'oxc-parser'

/** One statement at the top of a declaration file. `names` are what it declares, `mentions` every name inside it. */
export type Statement = { text: string; names: string[]; mentions: Set<string>; isExported: boolean }
/** A name taken from another file. `from` is the specifier as it is written. */
export type Taken = { from: string; name: string }

/** A declaration file, taken apart. `exported` maps a public name to the local one, `reExported` to another file's. */
export type Declarations = {
  statements: Statement[]
  imported: Map<string, Taken>
  exported: Map<string, string>
  reExported: Map<string, Taken>
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** Splits a `.d.ts` into statements that can be selected one by one, each with the comment before it. */
export function parseDeclarations(path: string, code: string): Declarations {
  const { program, comments, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const found: Declarations = {
    statements: [],
    imported: new Map(),
    exported: new Map(),
    reExported: new Map(),
  }
  let end = 0
  for (const node of nodesIn(program.body)) {
    const comment = comments.findLast((one) => one.start >= end && one.end <= node.start)
    end = node.end
    read(node, code.slice(comment?.start ?? node.start, node.end), found)
  }
  return found
}

function read(node: Node, text: string, found: Declarations): void {
  const declaration = isNode(node['declaration']) ? node['declaration'] : undefined
  if (node.type === 'ImportDeclaration') return readImport(node, found)
  if (node.type === 'ExportAllDeclaration') throw new Error(`export * names nothing: ${text}`)
  if (node.type === 'ExportNamedDeclaration' && declaration === undefined) return readExports(node, found)
  const names = namesOf(declaration ?? node)
  const isExported = declaration !== undefined
  const mentions = new Set<string>()
  collectNames(node, mentions)
  found.statements.push({ text, names, mentions, isExported })
  const isDefault = node.type === 'ExportDefaultDeclaration'
  if (isExported) for (const name of names) found.exported.set(isDefault ? 'default' : name, name)
}

function readImport(node: Node, found: Declarations): void {
  for (const specifier of nodesIn(node['specifiers'])) {
    const local = nameOf(specifier['local'])
    const name = specifier.type === 'ImportSpecifier' ? nameOf(specifier['imported']) : '*'
    found.imported.set(local, { from: valueOf(node['source']), name })
  }
}

function readExports(node: Node, found: Declarations): void {
  for (const specifier of nodesIn(node['specifiers'])) {
    const [local, name] = [nameOf(specifier['local']), nameOf(specifier['exported'])]
    if (isNode(node['source'])) found.reExported.set(name, { from: valueOf(node['source']), name: local })
    else found.exported.set(name, local)
  }
}

/** `declare global` declares no name: it belongs to its file. */
function namesOf(node: Node): string[] {
  const declarators = nodesIn(node['declarations']).map((one) => nameOf(one['id']))
  return [...declarators, nameOf(node['id'])].filter((name) => name !== '' && name !== 'global')
}

function collectNames(value: unknown, names: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) collectNames(one, names)
  if (!isNode(value)) return
  if (value.type === 'Identifier') names.add(nameOf(value))
  for (const child of Object.values(value)) collectNames(child, names)
}

function nodesIn(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function nameOf(value: unknown): string {
  if (!isNode(value)) return ''
  return typeof value['name'] === 'string' ? value['name'] : valueOf(value)
}

function valueOf(value: unknown): string {
  return isNode(value) && typeof value['value'] === 'string' ? value['value'] : ''
}

import { parseSync } from 'oxc-parser'

/**
 * A top-level statement of a declaration file. `names` are the declared names. `mentions` has every word in
 * it except in comments.
 */
export type Statement = { text: string; names: string[]; mentions: Set<string>; isExported: boolean }
/** A name imported from another file. `from` is the specifier as written. */
export type Taken = { from: string; name: string }

/**
 * A parsed declaration file. `exported` maps a public name to its local name. `reExported` maps a public name to a
 * name in another file.
 */
export type Declarations = {
  statements: Statement[]
  imported: Map<string, Taken>
  exported: Map<string, string>
  reExported: Map<string, Taken>
}

/** Splits a `.d.ts` into separate statements, each with the comment before it. */
export function parseDeclarations(path: string, code: string): Declarations {
  const { program, module, comments, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const imports = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ localName, importName }): [string, Taken] => [
      localName.value,
      { from: moduleRequest.value, name: importName.name ?? '*' },
    ]),
  )
  const [exported, reExported] = [new Map<string, string>(), new Map<string, Taken>()]
  for (const { exportName, importName, localName, moduleRequest } of module.staticExports.flatMap(
    ({ entries }) => entries,
  )) {
    const name = exportName.name ?? 'default'
    if (exportName.kind === 'None') throw new Error(`${path}: export * names nothing`)
    if (moduleRequest === null) exported.set(name, localName.name ?? name)
    else reExported.set(name, { from: moduleRequest.value, name: importName.name ?? '*' })
  }
  const blank = ({ start, end }: { start: number; end: number }) => ' '.repeat(end - start)
  const bare = comments.reduce(
    (text, one) => text.slice(0, one.start) + blank(one) + text.slice(one.end),
    code,
  )
  let end = 0
  const statements = program.body.flatMap((node): Statement[] => {
    const comment = comments.findLast((one) => one.start >= end && one.end <= node.start)
    end = node.end
    const declaration = 'declaration' in node ? node.declaration : node
    if (declaration === null || node.type === 'ImportDeclaration') return []
    const mentions = new Set(bare.slice(node.start, node.end).match(/[\w$]+/g))
    const text = code.slice(comment?.start ?? node.start, node.end)
    return [{ text, names: readNames(declaration), mentions, isExported: 'declaration' in node }]
  })
  return { statements, imported: new Map(imports), exported, reExported }
}

/** The declared names. `declare global` declares none and belongs to its file. */
function readNames(node: object): string[] {
  const declarators = 'declarations' in node && Array.isArray(node.declarations) ? node.declarations : [node]
  return declarators.flatMap((one: object) => {
    const { name }: { name?: unknown } = Object('id' in one && one.id)
    return typeof name === 'string' && name !== 'global' ? [name] : []
  })
}

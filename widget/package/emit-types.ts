import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ROOT } from '#widget/build/file-config.ts'
import { parseDeclarations, type Declarations, type Taken } from './parse-declarations.ts'

/** Packages whose types a user of the package has installed: our peers. */
const PEERS = ['react', '@playwright/test']
/** The two viem types that we use. They are inlined so that viem need not be installed. */
const PLAIN: Record<string, string> = { Hex: '`0x${string}`', Address: '`0x${string}`' }
/** A type that the compiler names by its file, because the source does not import it. */
const INLINE = /\bimport\("([^"]+)"\)(?:\.(\w+))?/g
const INFERRED = /export type (\w+) = z\.(?:infer|output)</

/** A source file, and the names in it that are needed. */
type Needed = { declarations: Declarations; names: Set<string>; taken: Map<string, Taken> }

/**
 * The types of the entries, without imports of a package that is not a peer. Emits only types that the
 * entries reach, writes out types that are inferred from schemas, and makes imports relative. Returns the
 * text of each file by its path below `types/`, which equals that of its source.
 */
export function emitTypes(entries: readonly string[]): Map<string, string> {
  // The folder is inside the repository, so that the compiler finds the packages.
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'latchkey-types-'))
  try {
    compile(folder, entries)
    const needed = reach(folder, entries)
    const written = writeOut(folder, needed)
    return new Map(
      [...needed].map(([path, file]) => [declarationPath(path), print(path, file, written)] as const),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The path of a source's types: `widget/index.d.ts` for `widget/index.ts`. */
export function declarationPath(source: string): string {
  return source.replace(/\.tsx?$/, '.d.ts')
}

function compile(folder: string, files: readonly string[]): void {
  const path = join(folder, 'tsconfig.json')
  const config = {
    extends: join(ROOT, 'src/tsconfig.base.json'),
    compilerOptions: {
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: ['vite/client', 'node'],
      jsx: 'react-jsx',
      composite: false,
      incremental: false,
      rootDir: ROOT,
      outDir: join(folder, 'out'),
    },
    files: files.map((file) => join(ROOT, file)),
  }
  writeFileSync(path, JSON.stringify(config))
  // `npm test -- types` reports errors in the sources. A missing file fails when it is read.
  spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', path], { cwd: ROOT })
}

/** Collects the exports of the entries, and everything that they refer to. */
function reach(folder: string, entries: readonly string[]): Map<string, Needed> {
  const needed = new Map<string, Needed>()
  const open = (path: string): Needed => {
    const known = needed.get(path)
    if (known !== undefined) return known
    const code = readFileSync(join(folder, 'out', declarationPath(path)), 'utf8')
    const file = { declarations: parseDeclarations(path, code), names: new Set<string>(), taken: new Map() }
    needed.set(path, file)
    return file
  }
  const pending = entries.flatMap((path) => {
    const { exported, reExported } = open(path).declarations
    return [...exported.keys(), ...reExported.keys()].map((name) => ({ path, name }))
  })
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, name } = next
    const file = open(path)
    const { declarations, names, taken } = file
    const local = declarations.exported.get(name) ?? name
    const other = declarations.reExported.get(name) ?? declarations.imported.get(local)
    if (names.has(local) || taken.has(name)) continue
    if (other !== undefined) {
      taken.set(name, other)
      const source = findSource(path, other.from)
      if (source !== undefined) pending.push({ path: source, name: other.name })
      continue
    }
    names.add(local)
    // Statements without a name, such as `declare global`, always belong to the file.
    for (const statement of declarations.statements.filter(
      (one) => one.names.length === 0 || one.names.includes(local),
    )) {
      if (INFERRED.test(statement.text)) continue
      for (const [, specifier = '', mention = ''] of statement.text.matchAll(INLINE)) {
        const source = findSource(path, specifier)
        if (source !== undefined) pending.push({ path: source, name: mention })
      }
      for (const mention of statement.mentions) {
        const isKnown =
          declarations.imported.has(mention) ||
          declarations.statements.some((one) => one.names.includes(mention))
        if (isKnown) pending.push({ path, name: mention })
      }
    }
  }
  return needed
}

/** The source that a specifier refers to. Undefined for a peer and for the two viem types. */
function findSource(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('#protocol/')) return specifier.replace('#protocol/', 'src/protocol/')
  if (specifier.startsWith('#widget/')) return specifier.replace('#widget/', 'widget/')
  if (specifier.startsWith('.')) return join(dirname(path), specifier)
  if (specifier === 'viem' || PEERS.includes(specifier)) return undefined
  throw new Error(`${path}: the types of the package would need ${specifier}`)
}

/**
 * Lets the compiler write out types that are inferred from schemas, because users of the package have no zod.
 */
function writeOut(folder: string, needed: Map<string, Needed>): Map<string, string> {
  const wanted = [...needed].flatMap(([path, { declarations, names }]) =>
    declarations.statements.flatMap(({ text }) => {
      const name = INFERRED.exec(text)?.[1]
      return name !== undefined && names.has(name) ? [{ path, name }] : []
    }),
  )
  if (wanted.length === 0) return new Map()
  const source = join(folder, 'written-out.ts')
  const lines = wanted.map(
    ({ path, name }, index) =>
      `import type { ${name} as T${index} } from ${JSON.stringify(join(ROOT, path))}\nexport const v${index} = plain<T${index}>()`,
  )
  const plain = 'declare function plain<T>(): T extends object ? { [K in keyof T]: T[K] } : T'
  writeFileSync(source, `${plain}\n${lines.join('\n')}\n`)
  compile(folder, [relative(ROOT, source)])
  const out = readFileSync(join(folder, 'out', declarationPath(relative(ROOT, source))), 'utf8')
  return new Map(
    wanted.map(({ path, name }, index) => {
      const type = new RegExp(`export declare const v${index}: ([\\s\\S]*?);\\n(?=export|$)`).exec(out)?.[1]
      if (type === undefined || /\bT\d|plain/.test(type))
        throw new Error(`${path}: ${name} was not written out`)
      return [`${path} ${name}`, type] as const
    }),
  )
}

function print(path: string, file: Needed, written: Map<string, string>): string {
  const { declarations, names, taken } = file
  const lines = [...taken].map(([name, { from, name: original }]) => {
    if (from === 'viem') {
      const type = PLAIN[original]
      if (type !== undefined) return `type ${name} = ${type};`
      throw new Error(`${path}: the types of the package would need ${original} of viem`)
    }
    const specifier = JSON.stringify(toSpecifier(path, from))
    if (original === '*') return `import * as ${name} from ${specifier};`
    const pair = original === name ? name : `${original} as ${name}`
    const verb = declarations.reExported.has(name) ? 'export' : 'import'
    return `${verb} { ${pair} } from ${specifier};`
  })
  for (const statement of declarations.statements) {
    if (statement.names.length > 0 && !statement.names.some((name) => names.has(name))) continue
    const name = INFERRED.exec(statement.text)?.[1]
    const type = name === undefined ? undefined : written.get(`${path} ${name}`)
    lines.push(type === undefined ? statement.text : statement.text.replace(/(= )z\.[\s\S]*$/, `$1${type};`))
  }
  const renamed = [...declarations.exported].filter(
    ([name, local]) =>
      name !== 'default' &&
      (names.has(local) || taken.has(local)) &&
      !declarations.statements.some((one) => one.isExported && one.names.includes(local)),
  )
  const list = renamed.map(([name, local]) => (name === local ? name : `${local} as ${name}`))
  const text = [...lines, `export { ${list.join(', ')} };`].join('\n').replace('{  }', '{}')
  return `${text.replace(INLINE, (whole, specifier: string) => whole.replace(specifier, toSpecifier(path, specifier)))}\n`
}

function toSpecifier(path: string, specifier: string): string {
  const source = findSource(path, specifier)
  if (source === undefined) return specifier
  const way = relative(dirname(path), source).replace(/\.tsx?$/, '.js')
  return way.startsWith('.') ? way : `./${way}`
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

export type FoundRegexes = {
  /** Every regular expression literal, with the first file that has it. */
  literals: { file: string; pattern: string; flags: string }[]
  /** Every `new RegExp(…)` expression, as source text. */
  built: { file: string; source: string }[]
}

/** Code that runs in the product or its build. Excludes tests and tools that read only files of this repository. */
const NOT_SHIPPED =
  /\.test\.tsx?$|\.d\.ts$|(^|\/)(testing|bench|gates|setup|build|package)\/|(^|\/)vite\.config\.ts$/

/** Every regular expression in the sources of some folders. */
export function findRegexes(root: string, folders: readonly string[]): FoundRegexes {
  const found: FoundRegexes = { literals: [], built: [] }
  for (const folder of folders) {
    for (const path of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const file = `${folder}/${path.replaceAll('\\', '/')}`
      if (/\.tsx?$/.test(file) && !NOT_SHIPPED.test(file)) collect(root, file, found)
    }
  }
  return found
}

function collect(root: string, file: string, found: FoundRegexes): void {
  const source = readFileSync(join(root, file), 'utf8')
  const visitor = new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      const { pattern, flags } = node.regex
      if (found.literals.some((one) => one.pattern === pattern && one.flags === flags)) return
      found.literals.push({ file, pattern, flags })
    },
    NewExpression(node) {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
      found.built.push({ file, source: source.slice(node.start, node.end) })
    },
  })
  visitor.visit(parseSync(file, source).program)
}

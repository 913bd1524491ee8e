import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#widget/build/file-config.ts'
import { ALL_PARTS, PARTS } from './package-parts.ts'
import { parseDeclarations } from './parse-declarations.ts'

const parse = (path: string) => parseDeclarations(path, readFileSync(join(ROOT, path), 'utf8'))

/** The source of a name that an entry imports from another file. Undefined for an external package. */
function sourceOf(entry: string, from: string): string | undefined {
  if (from.startsWith('./')) return join(dirname(entry), from)
  if (from.startsWith('#widget/')) return from.slice(1)
  return from.startsWith('#') ? `src/${from.slice(1)}` : undefined
}

test.each(ALL_PARTS)('param: each export of the part %s has a description with an example', (part) => {
  const { entry } = PARTS[part]
  const undocumented = [...parse(entry).reExported].flatMap(([exported, { from, name }]) => {
    const source = sourceOf(entry, from)
    if (source === undefined) return []
    const statement = parse(source).statements.find(
      ({ names, isExported }) => isExported && names.includes(name),
    )
    return /^\/\*\*[^]*?@example\n[^]*?\*\//.test(statement?.text ?? '') ? [] : [exported]
  })
  expect(undocumented).toEqual([])
})

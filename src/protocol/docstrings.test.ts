import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FUNCTION = /(\*\/\n)?export (?:async )?function\*? (\w+)/g

test('behavior: every exported function has a docstring', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !/\.test\.ts$|^(abi|testing)\//.test(path),
  )
  expect(files.length).toBeGreaterThan(50)
  const missing = files.flatMap((path) => {
    const text = readFileSync(join(import.meta.dirname, path), 'utf8')
    return [...text.matchAll(FUNCTION)].flatMap(([, comment, name]) =>
      comment === undefined ? [`${path}: ${name}`] : [],
    )
  })
  expect(missing).toEqual([])
})
